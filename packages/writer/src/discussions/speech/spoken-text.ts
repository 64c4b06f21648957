import { withoutPasted } from './without-pasted.ts'

/** A break that no sentence runs over: what is left out must not join what stood around it. */
const BREAK = '\n\n'

/** What programs put into texts of people, between marks of their own. */
const GENERATED_SECTION =
  /<!--(?:(?!-->)[^])*?\b(?:auto-?generated|start|begin)\b(?:(?!-->)[^])*?-->[^]*?<!--(?:(?!-->)[^])*?\bend\b(?:(?!-->)[^])*?-->/gi
/** Headings under which programs write, to the next heading. */
const GENERATED_HEADING =
  /^#{1,6}\s*(?:summary by \w+|walkthrough|codecov report|coverage report|changeset detected|copilot summary)\b[^]*?(?=^#{1,6}\s|$(?![^]))/gim
const COMMENT = /<!--[^]*?(?:-->|$(?![^]))/g
/** Code that a button takes over: it is the change that is proposed, not a reason. */
const SUGGESTION = /^[ \t]*(`{3,}|~{3,})suggestion[^\n]*\n[^]*?(?:^[ \t]*\1[ \t]*$|$(?![^]))/gim
const FOLDED = /<details\b[^>]*>(?:(?!<details\b)[^])*?<\/details>/gi
/** What a mail program quotes below an answer. */
const MAIL_TAIL =
  /^(?:On .{5,200}\bwrote:|-{3,} ?Original Message ?-{3,}|(?:Am|Le|El) .{5,200}(?:schrieb|a écrit|escribió).*:)[ \t]*$[^]*/im
/** Commands to programs: `/lgtm`, `/label ~bug`. */
const SLASH_COMMAND = /^[ \t]*\/[a-z][\w-]*(?:[ \t].*)?$/gim
/** What is said about the merging itself is over once it was merged. */
const MERGE_TALK =
  /^[ \t]{0,20}(?:\*{1,3}|_{1,3})?(?:please|pls|plz|note)?[ :,]{0,5}(?:do not|don['’]?t|hold off|wait|should not be|must not be)\b[^.\n]{0,40}\bmerg(?:e|ed|ing)(?=[.!,)*_]|[ \t]*$|[ \t]+(?:this|it|before|until|till|yet|unless)\b)[^\n]*$/gim
/** How to try the change out, below a line of a template that asks for it. */
const TEST_STEPS =
  /^[ \t]*<!--[^>]{0,200}\b(?:how to test|test plan|to test|steps to (?:test|verify|reproduce))\b[^>]{0,200}-->[ \t]*\n(?:[^\n#].*\n?)*/gim
/** Lines of a template in bold, instead of headings. */
const BOLD_HEADING = /^[ \t]*(?:\*\*|__)[^*_\n]+(?:\*\*|__)[ \t]*:?[ \t]*$/gm
/** What a program takes over from a description. */
const FENCED_FIELD = /^[ \t]*(`{3,}|~{3,})release-notes?\b[^\n]*\n[^]*?(?:^[ \t]*\1[ \t]*$|$(?![^]))/gim
/** How it was tried out, and how to read the change, on the line that says so. */
const TESTED =
  /^[ \t]*(?:[*_]{2})?(?:how (?:was|has|did) (?:this|it|you)\b[^:\n]{0,20}\btest\w*|tested|test plan|testing|(?:special )?notes? (?:to|for) (?:the |your )?reviewers?)[ \t]*(?:[*_]{2})?[:：?][^\n]*$/gim
const QUOTED_LINE = /^[ \t]*>.*$/gm

/**
 * Returns what somebody said in a markdown text: without comments, what others are quoted with or programs wrote, suggested code,
 * folded parts, commands to programs and lines of a template. Every paragraph that is left stands in the text as it is.
 */
export function spokenText(markdown: string, template: ReadonlySet<string> = new Set()): string {
  const text = markdown
    .replace(/\r\n?/g, '\n')
    .replace(GENERATED_SECTION, BREAK)
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

/** Folded parts may hold others. */
function withoutFolded(text: string): string {
  for (let before = text; ; before = text) {
    text = before.replace(FOLDED, BREAK)
    if (text === before) return text
  }
}
