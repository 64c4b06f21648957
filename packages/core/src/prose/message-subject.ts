import { isReferenceLine, isTrailerLine } from './message-trailers.ts'

/** The subject of a message, and what its first line says about the commit. */
export interface MessageSubject {
  /** On one line, without the number of a pull request at its end. */
  readonly text: string
  /** How many lines of the message it takes up. */
  readonly lines: number
  /** The first line says that branches were merged. */
  readonly merge: boolean
}

/** Characters of a subject over several lines, at most. */
const MAX_WRAPPED = 220

/** Columns in which the next word would have had room in a first line that was ended on purpose. */
const ROOM = 60

/** Last words of a title that continues in the next line. */
const GOES_ON =
  /(?:,|\b(?:which|that|the|an?|of|to|in|and|or|by|with|for|from|is|are|as|at|because|since|when|if|but|not))$/i

/** `Merge branch 'a'`, not `merge-ort: …` nor `Merge options of both callers`: git and forges write these words. */
const MERGE =
  /^(?:Merge (?:(?:pull|merge) request\b|(?:remote[- ]tracking )?branch(?:es)?\b|tag\b|commit\b|topic\b|remote\b|(?:latest )?(?:changes )?from\b|https?:|'|\S+ into \S+$|\S+\/\S+(?: \(#\d+\))?$|#\d+)|Merged? (?:in\b|revisions\b|PR\b|MR\b|#\d+)|Auto(?:matic)? merge\b|Merge$|Merging\b)/i

/** First lines that only say that something was merged; the title follows below. */
const TITLE_BELOW = /^Merge (?:(?:pull|merge) request\b|commit from fork\b)/i

/**
 * Reads the subject from the lines of a message. A first line that goes on in lower case without a blank line is a
 * sentence that its author wrapped. The subject of a merged pull request is its title, when the body begins with one.
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

/** Whether a line is a title: short, alone, and neither a sentence nor a list. */
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
  // A sentence that ends below is the subject; the next one begins the body.
  const end = paragraph.findIndex((line, index) => index > 0 && /[.!]$/.test(line))
  const first = end === -1 ? paragraph : paragraph.slice(0, end + 1)
  const wrapped =
    first.length > 1 &&
    first.length <= 4 &&
    first.slice(1).every((line, index) => goesOn(first[index] ?? '', line)) &&
    first.join(' ').length <= MAX_WRAPPED &&
    first.slice(1).every((line, index) => !isEnded(first[index] ?? '', line))
  return wrapped ? first : lines.slice(0, 1)
}

/** Whether a line continues the one before it: it begins in lower case, or that one is not complete. */
function goesOn(before: string, line: string): boolean {
  return (/^[a-z(`'"]/.test(line) || GOES_ON.test(before)) && !isTrailerLine(line) && !isReferenceLine(line)
}

/** Whether a line was ended on purpose, before the next one. */
function isEnded(line: string, next: string): boolean {
  const [word = ''] = next.split(' ', 1)
  return line.length + 1 + word.length <= ROOM && !GOES_ON.test(line)
}
