import { withoutPasted } from './without-pasted.ts'

/** A paragraph break in place of removed text, so that sentences around it are not joined. */
const BREAK = '\n\n'

/** Marks in comments around the sections that programs insert into people's texts. */
const SECTION_START = /\b(?:auto-?generated|start|begin)\b/i
const SECTION_END = /\bend\b/i
/** Headings of program output, with the text up to the next heading. */
const GENERATED_HEADING =
  /^#{1,6}\s*(?:summary by \w+|walkthrough|codecov report|coverage report|changeset detected|copilot summary)\b[^]*?(?=^#{1,6}\s|$(?![^]))/gim
const COMMENT = /<!--[^]*?(?:-->|$(?![^]))/g
/** Suggested code that can be applied with a button. It is a proposed change, not a reason. */
const SUGGESTION = /^[ \t]*(`{3,}|~{3,})suggestion[^\n]*\n[^]*?(?:^[ \t]*\1[ \t]*$|$(?![^]))/gim
const FOLD_MARK = /<(\/?)details\b[^<>]*>/gi
/** The text that a mail program quotes below a reply. */
const MAIL_TAIL =
  /^(?:On .{5,200}\bwrote:|-{3,} ?Original Message ?-{3,}|(?:Am|Le|El) .{5,200}(?:schrieb|a écrit|escribió).*:)[ \t]*$[^]*/im
/** Commands to programs: `/lgtm`, `/label ~bug`. */
const SLASH_COMMAND = /^[ \t]*\/[a-z][\w-]*(?:[ \t].*)?$/gim
/** Remarks about when to merge, which are obsolete after the merge. */
const MERGE_TALK =
  /^[ \t]{0,20}(?:\*{1,3}|_{1,3})?(?:please|pls|plz|note)?[ :,]{0,5}(?:do not|don['’]?t|hold off|wait|should not be|must not be)\b[^.\n]{0,40}\bmerg(?:e|ed|ing)(?=[.!,)*_]|[ \t]*$|[ \t]+(?:this|it|before|until|till|yet|unless)\b)[^\n]*$/gim
/** Instructions for testing the change, below a template line that asks for them. */
const TEST_STEPS =
  /^[ \t]*<!--[^>]{0,200}\b(?:how to test|test plan|to test|steps to (?:test|verify|reproduce))\b[^>]{0,200}-->[ \t]*\n(?:[^\n#].*\n?)*/gim
/** Bold template lines that serve as headings. */
const BOLD_HEADING = /^[ \t]*(?:\*\*|__)[^*_\n]+(?:\*\*|__)[ \t]*:?[ \t]*$/gm
/** A field of the description for a program. */
const FENCED_FIELD = /^[ \t]*(`{3,}|~{3,})release-notes?\b[^\n]*\n[^]*?(?:^[ \t]*\1[ \t]*$|$(?![^]))/gim
/** How the change was tested or should be read, on a line that starts so. */
const TESTED =
  /^[ \t]*(?:[*_]{2})?(?:how (?:was|has|did) (?:this|it|you)\b[^:\n]{0,20}\btest\w*|tested|test plan|testing|(?:special )?notes? (?:to|for) (?:the |your )?reviewers?)[ \t]*(?:[*_]{2})?[:：?][^\n]*$/gim
const QUOTED_LINE = /^[ \t]*>.*$/gm

/**
 * Returns what somebody wrote in a markdown text, without comments, quotations of other people, text by programs,
 * suggested code, folded parts, commands to programs and template lines. Every paragraph that remains is unchanged.
 */
export function spokenText(markdown: string, template: ReadonlySet<string> = new Set()): string {
  const text = withoutGeneratedSections(markdown.replace(/\r\n?/g, '\n'))
    .replace(TEST_STEPS, BREAK)
    .replace(COMMENT, BREAK)
    .replace(GENERATED_HEADING, BREAK)
    .replace(SUGGESTION, BREAK)
    .replace(FENCED_FIELD, BREAK)
    .replace(MAIL_TAIL, '')
  return withoutPasted(withoutFolded(text), BREAK)
    .replace(QUOTED_LINE, BREAK)
    .replace(SLASH_COMMAND, BREAK)
    .replace(MERGE_TALK, BREAK)
    .replace(TESTED, BREAK)
    .replace(BOLD_HEADING, BREAK)
    .split('\n')
    .map((line) => (template.has(line.trim()) ? '' : line))
    .join('\n')
    .trim()
}

/** Removes the sections that programs insert between comments of their own. */
function withoutGeneratedSections(text: string): string {
  const sections: Span[] = []
  let start: number | undefined
  // Behind the last end of a comment, each start of one would be tried up to the end of the text.
  const comments = text.slice(0, text.lastIndexOf('-->') + '-->'.length).matchAll(/<!--([^]*?)-->/g)
  for (const { 0: comment, 1: content = '', index } of comments) {
    if (start === undefined) {
      if (SECTION_START.test(content)) start = index
    } else if (SECTION_END.test(content)) {
      sections.push({ start, end: index + comment.length })
      start = undefined
    }
  }
  return withoutSpans(text, sections)
}

/** Removes folded parts, which may be nested. One without an end stays. */
function withoutFolded(text: string): string {
  const starts: number[] = []
  const folded: Span[] = []
  for (const { 0: mark, 1: slash, index } of text.matchAll(FOLD_MARK)) {
    if (slash === '') {
      starts.push(index)
      continue
    }
    const start = starts.pop()
    if (start === undefined) continue
    while ((folded.at(-1)?.start ?? -1) > start) folded.pop()
    folded.push({ start, end: index + mark.length })
  }
  return withoutSpans(text, folded)
}

/** A part of a text, from `start` up to but without `end`. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Removes parts of a text, which are in order. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  const kept = spans.map(({ start }, index) => text.slice(spans[index - 1]?.end ?? 0, start))
  return [...kept, text.slice(spans.at(-1)?.end ?? 0)].join(BREAK)
}
