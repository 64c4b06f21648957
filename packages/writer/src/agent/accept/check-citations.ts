import { err, ok, omitUndefined, parseRepoPath, safeTry, type Evidence, type ResultAsync } from '@chronicle/schema'
import { joinedWords } from '@chronicle/core/text'
import type { CommitContext } from '../../commit-context.ts'
import { discussionTexts } from '../../discussions/discussion-texts.ts'
import { verifyEvidence } from '../../evidence/verify-evidence.ts'
import type { Session } from '../session.ts'
import type { Citation } from './emission.ts'
import type { Problem } from './find-file.ts'

/** The citations that exist, and the reasons why the others do not. */
export interface CheckedCitations {
  readonly evidence: readonly Evidence[]
  readonly missing: readonly string[]
}

/**
 * Verifies every citation and refuses the emission if none exists. Lines of a file without a quote prove nothing,
 * because a model can name any lines.
 */
export function checkCitations(
  citations: readonly Citation[],
  session: Session,
): ResultAsync<CheckedCitations, Problem> {
  return safeTry(async function* () {
    const evidence: Evidence[] = []
    const missing: string[] = []
    for (const citation of citations) {
      const cited = toEvidence(citation, session.context)
      if (typeof cited === 'string') {
        missing.push(cited)
        continue
      }
      const verdict = await verifyEvidence(cited, session.context, session.call)
      if (verdict.isErr()) return err({ failed: verdict.error })
      if (verdict.value.found) evidence.push(cited)
      else missing.push(verdict.value.reason)
    }
    if (evidence.length > 0) return ok({ evidence, missing })
    return err({ refused: `No evidence was found to exist. ${[...new Set(missing)].join(' ')}` })
  })
}

function toEvidence({ kind, quote, file, lines, url }: Citation, context: CommitContext): Evidence | string {
  if (kind === 'file_lines' && quote === undefined)
    return 'Evidence of the kind file_lines needs a quote: copy the words.'
  const quoteField = omitUndefined({ quote })
  if (kind === 'commit_message' || kind === 'author_context') return { kind, ...quoteField }
  if (kind === 'discussion') return inDiscussion(quote, url, context)
  if (lines !== undefined && lines.end < lines.start) return `${lines.start}-${lines.end} are no lines.`
  if (file === undefined) return `Evidence of the kind ${kind} needs a file. Name it.`
  const path = parseRepoPath(file)
  if (path.isErr()) return path.error.message
  return { kind, ...quoteField, file: path.value, ...omitUndefined({ lines }) }
}

/** The URL and author are those of the remark that contains the quote, whatever the model says. */
function inDiscussion(quote: string | undefined, url: string | undefined, context: CommitContext): Evidence | string {
  if (quote === undefined) return 'Evidence of the kind discussion needs a quote: copy the words.'
  const words = joinedWords(quote)
  const holding = discussionTexts(context.discussions ?? []).filter(({ text }) => joinedWords(text).includes(words))
  const remark = holding.find((each) => each.url === url) ?? holding[0]
  if (remark === undefined)
    return `${JSON.stringify(quote.slice(0, 120))} is not in the discussion. Quote it word by word.`
  return { kind: 'discussion', quote, url: remark.url, author: remark.author }
}
