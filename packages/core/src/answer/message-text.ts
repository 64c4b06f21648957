/** Git trailers such as `Signed-off-by: Ada <ada@example.org>`, and links that a forge adds. */
const TRAILER = /^[A-Za-z][\w-]*(?: ?: | #)\S.*$|^\(cherry picked from commit [0-9a-f]+\)$/u
/** Leftovers of templates: comments, checklists, and headings without text below. */
const TEMPLATE_COMMENT = /<!--[\s\S]*?-->/gu
const TEMPLATE_LINE = /^\s*(?:#\s.*please enter the commit message|(?:[-*] \[[ xX]\] .*|-{3,}|_{3,})$)/iu
const HEADING = /^#{1,6} \S/u

/**
 * Returns the body of a commit message without its trailers and template leftovers, which say nothing about the change.
 */
export function messageText(body: string): string {
  const commentsEnd = body.lastIndexOf('-->') + '-->'.length
  const uncommented = body.slice(0, commentsEnd).replace(TEMPLATE_COMMENT, '') + body.slice(commentsEnd)
  const lines = uncommented.split(/\r?\n/u).filter((line) => !TEMPLATE_LINE.test(line))
  const kept = lines.filter((line, i) => !(HEADING.test(line) && isEmptyBelow(lines, i)))
  const paragraphs = kept
    .join('\n')
    .trim()
    .split(/\n[^\S\n]*\n/u)
  while (paragraphs.length > 0 && isTrailers(paragraphs.at(-1) ?? '')) paragraphs.pop()
  return paragraphs.join('\n\n').trim()
}

/** Whether there are only blank lines between a heading and the next one, or the end. */
function isEmptyBelow(lines: readonly string[], heading: number): boolean {
  const next = lines.slice(heading + 1).find((line) => line.trim() !== '')
  return next === undefined || HEADING.test(next)
}

/** Whether a paragraph consists of trailers and their indented continuations. */
function isTrailers(paragraph: string): boolean {
  return paragraph.split('\n').every((line) => TRAILER.test(line) || /^\s+\S/u.test(line) || line.trim() === '')
}

/** Removes the pull request number that some forges add to a subject. */
export function subjectTitle(subject: string): string {
  return subject.replace(/ \(#\d+\)$/u, '')
}
