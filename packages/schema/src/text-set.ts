import { compareText } from './compare.ts'

/** The line that separates texts of different origin in one field. */
const DIVIDER = '----'

/**
 * Joins texts about the same thing without losing any. Each text is a set of passages separated by lines `----`. The
 * result is their union in code unit order, with newlines at the ends of each passage removed. A single passage is
 * returned unchanged. Returns `undefined` when there is no text.
 */
export function joinTexts(texts: Iterable<string | undefined>): string | undefined {
  const passages = new Set<string>()
  for (const text of texts) {
    if (text === undefined || text === '') continue
    for (const passage of splitPassages(text)) if (passage !== '') passages.add(passage)
  }
  if (passages.size === 0) return undefined
  return [...passages].sort(compareText).join(`\n\n${DIVIDER}\n\n`)
}

/**
 * Splits a text into the passages that `joinTexts` joined, in order. A text that was not joined is its only passage.
 */
export function splitPassages(text: string): readonly string[] {
  if (!text.includes(DIVIDER)) return [trimNewlines(text)]
  const passages: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line === DIVIDER) passages.push([])
    else passages.at(-1)?.push(line)
  }
  return passages.map((lines) => trimNewlines(lines.join('\n')))
}

function trimNewlines(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return text.slice(start, end)
}
