import { lineKind } from './line-kind.ts'

/** A heading of Markdown or in bold, alone on its line. */
const HEADING = /^(?:#{1,6} \S|\*\*[^*]+\*\*:?$)/
/** Labels of Phabricator, with or without text on the same line. All but the summary are beside the point. */
const LABEL = /^(?:Summary|Test Plan|Reviewers|Reviewed By|Subscribers|Tasks|Tags|Differential Revision):/
/** Without one of these labels, a line that begins as the others do is a sentence. */
const OF_PHABRICATOR = /^(?:Test Plan|Differential Revision):/
/** The footer that says what callers must change. It follows the sections. */
const BREAKING_CHANGE = /^BREAKING[- ]CHANGE: /
/** Headings of templates above how a change was or can be tested, pictures of it, and check lists. */
const ASIDE =
  /^[#*\s]*(?:how (?:(?:was|were|has|have|did)\b.*\b(?:tested|validated|verified|(?:you|I|we) (?:test|validate|verify))|(?:to|do (?:I|we|you)|can (?:I|it|this|we|you)|should (?:I|it|this|we|you|reviewers)) (?:be )?(?:test|validate|verif(?:y|ied)))\b.*|(?:manual |local )?test(?:s|ing|ed)?(?: (?:plan|instructions|done|steps|performed|strategy))?|screen ?shots?\b.*|(?:\S+ ){0,3}check ?list)[?:*\s]*$/i

/**
 * Returns the lines of a body with the sections of templates blanked that tell how the change was tested, show it, or
 * check it off. A section ends before the next heading, the subject of a squashed commit (`titles` has their lines), or
 * the footer of a breaking change.
 */
export function withoutTestSections(body: readonly string[], titles: ReadonlySet<number>): readonly string[] {
  const isOfPhabricator = body.some((line) => OF_PHABRICATOR.test(line))
  let isInSection = false
  let isFenced = false
  return body.map((line, index) => {
    if (lineKind(line) === 'fence') isFenced = !isFenced
    else if (isFenced) return isInSection ? '' : line
    else if (isOfPhabricator && LABEL.test(line)) isInSection = !line.startsWith('Summary:')
    else if (titles.has(index) || BREAKING_CHANGE.test(line)) isInSection = false
    else if (HEADING.test(line)) isInSection = ASIDE.test(line)
    return isInSection ? '' : line
  })
}
