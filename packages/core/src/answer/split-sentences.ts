/** An end mark with its closing quotes before white space, a full-width end mark, or a blank line. */
const SENTENCE_END = /[.!?]["'’”)\]]*(?=\s)|[。！？]|\n[^\S\n]*(?=\n)/gu
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|approx|no|[A-Za-z])\.$/iu
/** Longer than any abbreviation, so that only the end of the text is looked at. */
const ABBREVIATION_REACH = 12

/** The sentences of a text with the white space before each, so that joined they are the text again. */
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

/** Where the next character stands that is no white space. */
function wordFrom(start: number, text: string): number {
  const word = /\S/gu
  word.lastIndex = start
  return word.exec(text)?.index ?? text.length
}
