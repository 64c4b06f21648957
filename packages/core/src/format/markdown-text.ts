import { neutraliseLines } from './neutralise-text.ts'

/**
 * Put before every line of a note's text but the first. Four spaces keep it inside the paragraph (CommonMark §4.8):
 * such a line can be no heading, rule, fence, list or label.
 */
const CONTINUATION = '    '

/** `**Label:** text`, or nothing when there is no text; further lines of the text are indented. Plain: without asterisks. */
export function labelled(label: string, text: string, isPlain = false): readonly string[] {
  const [first, ...rest] = neutraliseLines(text)
  if (first === undefined) return []
  return [isPlain ? `${label}: ${first}` : `**${label}:** ${first}`, ...rest.map((line) => `${CONTINUATION}${line}`)]
}

/** Makes a heading, a list, a quotation, a rule or fence, or a label of ours, at the beginning of a line. */
const BLOCK_START = /^(\s*)(?=#{1,6}(?:\s|$)|[-+*](?:\s|$)|\*\*|---|```|~~~|>)/u

/** A line of its own that may begin with recorded text: a backslash keeps that from being read as one of ours. */
export function ownLine(line: string): string {
  return line.replace(BLOCK_START, '$1\\')
}

/** A label and a list below it, or nothing when the list is empty. The entries are single lines already. */
export function bulleted(label: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`**${label}:**`, ...entries.map((entry) => `- ${entry}`)]
}

/** A code span that survives backticks in its text (CommonMark §6.1). */
export function codeSpan(text: string): string {
  let longest = 0
  for (const run of text.matchAll(/`+/gu)) longest = Math.max(longest, run[0].length)
  const fence = '`'.repeat(longest + 1)
  const padding = longest > 0 ? ' ' : ''
  return `${fence}${padding}${text}${padding}${fence}`
}
