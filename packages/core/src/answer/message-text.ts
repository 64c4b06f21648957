/** `Signed-off-by: Ada <ada@example.org>`, as git knows trailers, and the links that a forge adds. */
const TRAILER = /^[A-Za-z][\w-]*(?: ?: | #)\S.*$|^\(cherry picked from commit [0-9a-f]+\)$/u
/** What templates leave behind: their comments, checklists, and headings without anything below. */
const TEMPLATE_COMMENT = /<!--[\s\S]*?-->/gu
const TEMPLATE_LINE = /^\s*(?:#\s.*please enter the commit message.*|[-*] \[[ xX]\] .*|-{3,}|_{3,})$/iu
const HEADING = /^#{1,6} \S/u

/**
 * The body of a commit message without what says nothing about the change: the trailers that it ends with, and what a
 * template left in it.
 */
export function messageText(body: string): string {
  const lines = body
    .replace(TEMPLATE_COMMENT, '')
    .split(/\r?\n/u)
    .filter((line) => !TEMPLATE_LINE.test(line))
  const kept = lines.filter((line, i) => !(HEADING.test(line) && isEmptyBelow(lines, i)))
  const paragraphs = kept
    .join('\n')
    .trim()
    .split(/\n[^\S\n]*\n/u)
  while (paragraphs.length > 0 && isTrailers(paragraphs.at(-1) ?? '')) paragraphs.pop()
  return paragraphs.join('\n\n').trim()
}

/** Whether nothing but blank lines stands between a heading and the next one, or the end. */
function isEmptyBelow(lines: readonly string[], heading: number): boolean {
  const next = lines.slice(heading + 1).find((line) => line.trim() !== '')
  return next === undefined || HEADING.test(next)
}

/** Trailers, with their indented continuations. */
function isTrailers(paragraph: string): boolean {
  return paragraph.split('\n').every((line) => TRAILER.test(line) || /^\s+\S/u.test(line) || line.trim() === '')
}

/** A subject without the number of its pull request, which some forges add. */
export function subjectTitle(subject: string): string {
  return subject.replace(/ \(#\d+\)$/u, '')
}
