import { isReferenceLine, isTrailerLine } from './message-trailers.ts'

/** The subject of a message, and information from its first line. */
export interface MessageSubject {
  /** The text on one line, without a pull request number at its end. */
  readonly text: string
  /** Number of lines of the message that the subject occupies. */
  readonly lines: number
  /** Whether the first line says that branches were merged. */
  readonly merge: boolean
}

/** Maximum number of characters of a subject that spans several lines. */
const MAX_WRAPPED = 220

/** Width in columns within which the next word would have fitted on a first line: such a line was ended on purpose. */
const MIN_WRAP_COLUMN = 60

/** Last words of a title that continues on the next line. */
const INCOMPLETE_TITLE =
  /(?:,|\b(?:which|that|the|an?|of|to|in|and|or|by|with|for|from|is|are|as|at|because|since|when|if|but|not))$/i

/**
 * First lines that git and forges write for a merge: `Merge branch 'a'`, but not `merge-ort: …` or
 * `Merge options of both callers`.
 */
const MERGE =
  /^(?:Merge (?:(?:pull|merge) request\b|(?:remote[- ]tracking )?branch(?:es)?\b|tag\b|commit\b|topic\b|remote\b|(?:latest )?(?:changes )?from\b|with (?:default|develop|head|main|master|stable|trunk|upstream|[\da-f]{7,40})$|https?:|'|\S+ into \S+$|\S+\/\S+(?: \(#\d+\))?$|#\d+)|Merged? (?:in\b|revisions\b|PR\b|MR\b|#\d+)|Auto(?:matic)? merge\b|Merge$|Merging\b)/i

/**
 * First lines that only say that something was merged; the title follows below. GitLab puts both branches in quotation
 * marks, git only the merged one.
 */
const TITLE_BELOW = /^Merge (?:(?:pull|merge) request\b|commit from fork\b|branch '[^']+' into '[^']+'$)/i

/** Returns whether a subject is the first line that git or a forge writes for a merge. */
export function isMergeSubject(subject: string): boolean {
  return MERGE.test(subject)
}

/**
 * Parses the subject from the lines of a message. A first line that continues in lower case without a blank line is a
 * sentence that its author wrapped. The subject of a merged pull request is its title, if the body begins with one.
 */
export function messageSubject(lines: readonly string[]): MessageSubject {
  const first = lines[0] ?? ''
  const merge = MERGE.test(first)
  if (TITLE_BELOW.test(first)) {
    const at = lines.findIndex((line, index) => index > 0 && line.trim() !== '')
    const title = lines[at] ?? ''
    if (at > 0 && isTitle(title, lines[at + 1]))
      return { text: withoutNumber(title.replace(/^[-*] /, '')), lines: at + 1, merge }
  }
  const head = wrappedLines(lines)
  return { text: withoutNumber(head.join(' ')), lines: head.length, merge }
}

/** Whether a line is a title: short, alone, and neither a sentence nor a list item. */
function isTitle(line: string, next: string | undefined): boolean {
  return (
    line.length <= 100 &&
    (next === undefined || next.trim() === '') &&
    !/[.:]$/.test(line) &&
    !isTrailerLine(line) &&
    !isReferenceLine(line)
  )
}

function withoutNumber(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\s*\((?:#|gh-)\d+\)\s*$/i, '')
    .trim()
}

function wrappedLines(lines: readonly string[]): readonly string[] {
  const blank = lines.findIndex((line) => line.trim() === '')
  const paragraph = lines.slice(0, blank === -1 ? lines.length : blank)
  // A sentence that ends on a later line is the subject; the next sentence begins the body.
  const end = paragraph.findIndex((line, index) => index > 0 && /[.!]$/.test(line))
  const first = end === -1 ? paragraph : paragraph.slice(0, end + 1)
  const wrapped =
    first.length > 1 &&
    first.length <= 4 &&
    first.slice(1).every((line, index) => continuesLine(first[index] ?? '', line)) &&
    first.join(' ').length <= MAX_WRAPPED &&
    first.slice(1).every((line, index) => !isEnded(first[index] ?? '', line))
  return wrapped ? first : lines.slice(0, 1)
}

/** Whether a line continues the previous one: it begins in lower case, or the previous line is incomplete. */
function continuesLine(before: string, line: string): boolean {
  return (/^[a-z(`'"]/.test(line) || INCOMPLETE_TITLE.test(before)) && !isTrailerLine(line) && !isReferenceLine(line)
}

/** Whether a line was ended on purpose before the next one. */
function isEnded(line: string, next: string): boolean {
  const [word = ''] = next.split(' ', 1)
  return line.length + 1 + word.length <= MIN_WRAP_COLUMN && !INCOMPLETE_TITLE.test(line)
}
