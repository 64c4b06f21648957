import { groupSentences, parseMessage, passageRuns } from '@chronicle/core/prose'
import type { RejectedAlternative } from '@chronicle/schema'

/** A heading that asks for another way, and what stands below it, up to the next heading. */
const SECTION =
  /^#{1,6}[ \t]+why (?:not|no|didn['’]t (?:we|i|you)(?: (?:just|simply))?(?: use)?|don['’]t (?:we|i|you)(?: use)?)[ \t]+([^\n?]{2,120})\?[ \t#]*$([^]*?)(?=^#{1,6}[ \t]|$(?![^]))/gim
/** Characters of an answer at most. */
const MAX_ANSWER = 1000

/** A way that a description says was not taken, and why, each in its own words. */
export interface AnsweredHeading extends RejectedAlternative {
  /** The paragraphs that say why. */
  readonly quotes: readonly string[]
}

/**
 * Divides a description into the answers below headings such as `Why not Redis?`, which mean nothing without these, and
 * the rest of it. `gap` stands where a part was taken out.
 */
export function splitAskedHeadings(
  text: string,
  gap: string,
): { readonly rest: string; readonly answered: readonly AnsweredHeading[] } {
  const answered: AnsweredHeading[] = []
  const rest = text.replace(SECTION, (whole: string, approach: string, below: string) => {
    const quotes = passageRuns(groupSentences(parseMessage(`-\n\n${below.trim()}`).blocks))
    const reason = quotes.join('\n\n')
    if (reason === '' || reason.length > MAX_ANSWER) return whole
    answered.push({ approach: approach.trim(), reason, quotes })
    return gap
  })
  return { rest, answered }
}
