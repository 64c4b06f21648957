import { compareText } from './compare.ts'

/** The line that stands between texts of different origin that ended up in one field. */
const DIVIDER = '----'

/**
 * Joins texts about the same thing without losing one: each is a set of passages, passages being divided by lines
 * `----`; the result is their union in code unit order, newlines at the ends of a passage taken off. One passage
 * stays as it is. `undefined` when there is no text.
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

/** The texts that `joinTexts` has joined, in their order; one text alone is its only passage. */
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
