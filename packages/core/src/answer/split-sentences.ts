/** The end of a sentence: a mark with closing quotes before white space, a full-width mark, or a blank line. */
const SENTENCE_END = /[.!?]["'’”)\]]*(?=\s)|[。！？]|\n[^\S\n]*(?=\n)/gu
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|approx|no|[A-Za-z])\.$/iu
/** Longer than any abbreviation, so only this many characters before the mark are examined. */
const ABBREVIATION_REACH = 12

/** Splits a text into sentences, each with the white space before it. Joined, they give the text again. */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  let firstWord = wordFrom(0, text)
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    if (end <= firstWord) continue
    if (ABBREVIATION.test(text.slice(Math.max(0, end - ABBREVIATION_REACH), end))) continue
    sentences.push(text.slice(start, end))
    start = end
    firstWord = wordFrom(start, text)
  }
  return start < text.length ? [...sentences, text.slice(start)] : sentences
}

/** Returns the position of the next character that is not white space. */
function wordFrom(start: number, text: string): number {
  const word = /\S/gu
  word.lastIndex = start
  return word.exec(text)?.index ?? text.length
}
