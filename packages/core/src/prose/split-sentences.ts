/**
 * The end of a sentence: its full stop and closing marks, white space, and a character that may begin a sentence. Any
 * may after a full stop of Chinese or Japanese, where white space is the end of a line.
 */
const BREAK = /[.!?]["'”’)\]`*_]*\s+(?=["'“‘(`*_[]*[\p{Lu}\p{N}`@<])|[。！？][」』）”’]*\s+/gu

/** Abbreviations that end in a full stop within a sentence. */
const ABBREVIATION =
  /(?:^|[\s("'`])(?:e\.g|i\.e|ex|eg|ie|esp|aka|etc|vs|cf|viz|approx|no|fig|sec|ca|incl|resp|al|St|Mr|Ms|Dr|[A-Z])\.["')\]]*$/i

/** Dots that stand alone replace omitted words of a sentence: `SELECT ... FOR UPDATE`. */
const ELLIPSIS = /\s(?:\.{3}|…)$/

/**
 * Number of characters before a full stop that are searched for an abbreviation, to limit the work for each full stop.
 */
const MAX_ENDING = 40

/** Splits a text on one line into its sentences, verbatim. Joining them with single spaces restores the text. */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  for (const match of text.matchAll(BREAK)) {
    const end = match.index + match[0].trimEnd().length
    const ending = text.slice(Math.max(start, end - MAX_ENDING), end)
    if (ABBREVIATION.test(ending) || ELLIPSIS.test(ending)) continue
    sentences.push(text.slice(start, end).trim())
    start = end
  }
  const last = text.slice(start).trim()
  return last === '' ? sentences : [...sentences, last]
}
