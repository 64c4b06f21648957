import type { Evidence, LineRange } from '@chronicle/schema'
import { commentSyntax } from '../../text/comments/comment-syntax.ts'
import { joinedWords, locateQuote } from '../../text/comments/locate-quote.ts'
import { scanComments } from '../../text/comments/scan-comments.ts'
import type { NamedText } from './code-hunks.ts'

/** A comment that was recorded as evidence and that the change deletes or edits. */
export interface LostComment {
  /** Its recorded words, on one line. */
  readonly quote: string
  /** Its lines before the change. */
  readonly lines: LineRange
}

/** Returns the comments quoted by a region that the file contains before a change and no longer contains after it. */
export function findLostComments(
  evidence: readonly Evidence[],
  before: NamedText,
  after: NamedText,
): readonly LostComment[] {
  const quotes = evidence.flatMap(({ kind, quote }) => (kind === 'file_lines' && quote !== undefined ? [quote] : []))
  const syntax = commentSyntax(before.path)
  if (quotes.length === 0 || syntax === undefined) return []
  const comments = scanComments(before.text, syntax)
  const [old, now] = [before.text.split('\n'), after.text.split('\n')]
  return [...new Set(quotes.map(joinedWords))].flatMap((quote): readonly LostComment[] => {
    const found = locateQuote(old, quote)
    if (found === undefined || locateQuote(now, quote) !== undefined) return []
    const lines = { start: found.start + 1, end: found.end + 1 }
    // A quote of code is not a comment.
    return comments.some(({ start, end }) => start <= lines.start && lines.end <= end) ? [{ quote, lines }] : []
  })
}
