import { err, ok, parseRepoPath, type Evidence, type Result } from '@chronicle/schema'
import type { GitError } from '@chronicle/core/contracts'
import { verifyEvidence } from '../../evidence/verify-evidence.ts'
import type { Session } from '../session.ts'
import type { Citation } from './emission.ts'

/** What of some citations is there, and why the others are not. */
export interface CheckedCitations {
  readonly evidence: readonly Evidence[]
  readonly missing: readonly string[]
}

/** Looks every citation up. Lines of a file without their words show nothing: a model can name any. */
export async function checkCitations(
  citations: readonly Citation[],
  session: Session,
): Promise<Result<CheckedCitations, GitError>> {
  const evidence: Evidence[] = []
  const missing: string[] = []
  for (const citation of citations) {
    const cited = toEvidence(citation)
    if (typeof cited === 'string') {
      missing.push(cited)
      continue
    }
    const verdict = await verifyEvidence(cited, session.context, session.call)
    if (verdict.isErr()) return err(verdict.error)
    if (verdict.value.found) evidence.push(cited)
    else missing.push(verdict.value.reason)
  }
  return ok({ evidence, missing })
}

function toEvidence({ kind, quote, file, lines }: Citation): Evidence | string {
  if (kind === 'file_lines' && quote === undefined)
    return 'Evidence of the kind file_lines needs a quote: copy the words.'
  const said = quote === undefined ? {} : { quote }
  if (kind === 'commit_message' || kind === 'author_context') return { kind, ...said }
  if (lines !== undefined && lines.end < lines.start) return `${lines.start}-${lines.end} are no lines.`
  if (file === undefined) return `Evidence of the kind ${kind} needs a file. Name it.`
  const path = parseRepoPath(file)
  if (path.isErr()) return path.error.message
  return { kind, ...said, file: path.value, ...(lines === undefined ? {} : { lines }) }
}
