/** A possible end of a sentence typed in a chat, where the next one may start without a capital. */
const BREAK = /(?:(?<![.!?])[.!?]+["'”’)\]`*]*|\s[:;]-?[)D(])\s+/g
const ABBREVIATION =
  /(?:^|[\s("'`])(?:e\.?g|i\.?e|etc|vs|cf|approx|incl|resp|no|nr|fig|sec|ca|al|min|max|dept|Mr|Ms|Mrs|Dr|[A-Z])\.$/i

/** Splits a paragraph into its sentences, verbatim. */
export function splitTyped(text: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  for (const match of text.matchAll(BREAK)) {
    const end = match.index + match[0].trimEnd().length
    const sentence = text.slice(start, end).trim()
    if ((ABBREVIATION.test(sentence) && !/^no\.$/i.test(sentence)) || /\b(?:node|vue|next)\.$/i.test(sentence)) continue
    if (/\.{2,}$/.test(sentence) && /^\p{Ll}/u.test(text.slice(match.index + match[0].length))) continue
    sentences.push(sentence.trim())
    start = end
  }
  const last = text.slice(start).trim()
  return (last === '' ? sentences : [...sentences, last]).filter((sentence) => sentence !== '')
}
