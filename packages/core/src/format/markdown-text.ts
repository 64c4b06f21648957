import { neutraliseLines } from './neutralise-text.ts'

/**
 * Prefix of every line of a note's text but the first. Four spaces keep it inside the paragraph (CommonMark §4.8), so
 * that it cannot become a heading, rule, fence, list or label.
 */
const CONTINUATION = '    '

/**
 * Formats a labelled text: `**Label:** text`, or nothing if the text is empty. Further lines are indented. With
 * `isPlain`, without asterisks.
 */
export function labelled(label: string, text: string, isPlain = false): readonly string[] {
  const [first, ...rest] = neutraliseLines(text)
  if (first === undefined) return []
  return [isPlain ? `${label}: ${first}` : `**${label}:** ${first}`, ...rest.map((line) => `${CONTINUATION}${line}`)]
}

/** Start of a heading, list, quotation, rule, fence or label at the beginning of a line. */
const BLOCK_START = /^(\s*)(?=#{1,6}(?:\s|$)|[-+*](?:\s|$)|\*\*|---|```|~~~|>)/u

/** Escapes a line that may begin with recorded text, so that it cannot be read as one of our markers. */
export function ownLine(line: string): string {
  return line.replace(BLOCK_START, '$1\\')
}

/** Formats a label with a list below it, or nothing if the list is empty. The entries must be single lines. */
export function bulleted(label: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`**${label}:**`, ...entries.map((entry) => `- ${entry}`)]
}

/** Formats a code span for a text that may contain backticks (CommonMark §6.1). */
export function codeSpan(text: string): string {
  let longest = 0
  for (const run of text.matchAll(/`+/gu)) longest = Math.max(longest, run[0].length)
  const fence = '`'.repeat(longest + 1)
  const padding = longest > 0 ? ' ' : ''
  return `${fence}${padding}${text}${padding}${fence}`
}
