// An end mark with its closing quotes before white space, a full-width end mark, or a blank line.
const sentenceEnd = /[.!?]["'’”)\]]*(?=\s)|[。！？]|\n[^\S\n]*(?=\n)/gu
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|approx|no|[A-Za-z])\.$/iu
/** Longer than any abbreviation, so that only the end of the text is looked at. */
const ABBREVIATION_REACH = 12

/** The first sentence of a text; the whole text when it has only one. */
export function firstSentence(text: string): string {
  const trimmed = text.trim()
  for (const match of trimmed.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length
    if (!abbreviation.test(trimmed.slice(Math.max(0, end - ABBREVIATION_REACH), end))) {
      return trimmed.slice(0, end).trimEnd()
    }
  }
  return trimmed
}
