import { createHash } from 'node:crypto'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { SKILL_TEXT } from './skill-text.ts'

const DIGEST_LINE = /^metadata: \{ digest: ([0-9a-f]{12}) \}\r?\n/mu

/** Returns the skill as it is written. From its digest, a later version can tell whether somebody has edited it. */
export function skillFile(): string {
  return SKILL_TEXT.replace(/(?<=^description: .*\n)/mu, `metadata: { digest: ${digestOf(SKILL_TEXT)} }\n`)
}

/** Fails if somebody wrote or edited the file. */
export function checkUnedited(text: string, path: string): Result<void, CodedError<'config_conflict'>> {
  const digest = DIGEST_LINE.exec(text)?.[1]
  if (digest !== undefined && digest === digestOf(text.replace(DIGEST_LINE, ''))) return ok(undefined)
  const message = `${path} was edited by hand, or is not a skill of Chronicle. Move it away first. Nothing was written.`
  return err(codedError('config_conflict', message, { data: { path } }))
}

/** Returns the digest of the text with LF line endings, because git may have changed them. */
function digestOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 12)
}
