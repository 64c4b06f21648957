import { groupSentences, parseMessage, passageRuns } from '@chronicle/core/prose'
import type { RejectedAlternative } from '@chronicle/schema'

/** A heading that asks about another approach, with its section up to the next heading. */
const SECTION =
  /^#{1,6}[ \t]+why (?:not|no|didn['’]t (?:we|i|you)(?: (?:just|simply))?(?: use)?|don['’]t (?:we|i|you)(?: use)?)[ \t]+([^\n?]{2,120})\?[ \t#]*$([^]*?)(?=^#{1,6}[ \t]|$(?![^]))/gim
/** Maximum number of characters in an answer. */
const MAX_ANSWER = 1000

/** An approach that a description says was rejected, and the reason, each verbatim. */
export interface HeadingAlternative extends RejectedAlternative {
  /** The paragraphs with the reason. */
  readonly quotes: readonly string[]
}

/**
 * Splits a description into the answers below headings such as `Why not Redis?`, which are meaningless without the
 * heading, and the rest. `gap` replaces each part that was removed.
 */
export function splitAskedHeadings(
  text: string,
  gap: string,
): { readonly rest: string; readonly answered: readonly HeadingAlternative[] } {
  const answered: HeadingAlternative[] = []
  const rest = text.replace(SECTION, (whole: string, approach: string, below: string) => {
    const quotes = passageRuns(groupSentences(parseMessage(`-\n\n${below.trim()}`).blocks))
    const reason = quotes.join('\n\n')
    if (reason === '' || reason.length > MAX_ANSWER) return whole
    answered.push({ approach: approach.trim(), reason, quotes })
    return gap
  })
  return { rest, answered }
}
