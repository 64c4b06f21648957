import { sha1 } from '../share/sha1.ts'

/** The subject of the first commit of a scrubbed ref. Sync recognises by it that a history was dropped. */
const SUBJECT = 'Scrub notes with Chronicle'

/**
 * Returns the message of the first commit of a scrubbed ref. It names the tips of remotes whose notes were there before
 * scrubbing, so that nobody takes for scrubbed what had never been seen. The names are digests: an id would lead to what
 * was scrubbed, as long as a remote keeps the old objects.
 */
export function scrubMessage(included: ReadonlySet<string>): string {
  const names = [...included].sort().map((digest) => `Includes: ${digest}\n`)
  return [`${SUBJECT}\n`, ...(names.length === 0 ? [] : ['\n', ...names])].join('')
}

/** Returns the digests of the included tips; `undefined` if the message is not that of a scrub. */
export function readScrubMessage(message: string): ReadonlySet<string> | undefined {
  const [subject, ...lines] = message.split('\n')
  if (subject !== SUBJECT) return undefined
  return new Set(lines.flatMap((line) => /^Includes: ([0-9a-f]+)$/u.exec(line)?.[1] ?? []))
}

/** Returns the name of a tip that was included. */
export function tipDigest(tip: string): string {
  return digest(`tip ${tip}`)
}

/** Returns the name of an earlier scrub with which the included notes began. */
export function rootDigest(root: string): string {
  return digest(`root ${root}`)
}

function digest(text: string): string {
  return sha1(new TextEncoder().encode(text))
}
