import { lineKind } from './line-kind.ts'

/** A heading of Markdown or in bold, alone on its line. */
const HEADING = /^(?:#{1,6} \S|\*\*[^*]+\*\*:?$)/
/** Labels of Phabricator, with or without text on the same line. All but the summary are beside the point. */
const LABEL = /^(?:Summary|Test Plan|Reviewers|Reviewed By|Subscribers|Tasks|Tags|Differential Revision):/
/** Headings of templates above how a change was or can be tested, pictures of it, and check lists. */
const ASIDE =
  /^[#*\s]*(?:how (?:was|were|has|have|did|do|to|can|should)\b.*\b(?:test(?:ed)?|validated?|verif(?:y|ied))\b.*|(?:manual |local )?test(?:s|ing|ed)?(?: (?:plan|instructions|done|steps|performed|strategy))?|screen ?shots?\b.*|(?:\S+ ){0,3}check ?list)[?:*\s]*$/i

/**
 * Returns the lines of a body with the sections of templates blanked that tell how the change was tested, show it, or
 * check it off. A section ends before the next heading.
 */
export function withoutTestSections(body: readonly string[]): readonly string[] {
  let isInSection = false
  let isFenced = false
  return body.map((line) => {
    if (lineKind(line) === 'fence') isFenced = !isFenced
    else if (!isFenced && LABEL.test(line)) isInSection = !line.startsWith('Summary:')
    else if (!isFenced && HEADING.test(line)) isInSection = ASIDE.test(line)
    return isInSection ? '' : line
  })
}
