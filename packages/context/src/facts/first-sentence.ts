const MAX_LENGTH = 160

/**
 * Returns the first sentence of a comment or docstring without its comment marks. Returns `undefined` if it contains no
 * words.
 */
export function firstSentence(comment: string): string | undefined {
  const words = comment
    .replace(/^[^\S\n]*(?:[rRbBuU]*(?:"""|''')|\/\*+!?|\/\/[/!]?|#+!?|<!--|--)/gm, '')
    .replace(/(?:\*+\/|"""|'''|-->)\s*$/g, '')
    .replace(/^[^\S\n]*\*(?!\/)/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (!/\p{L}{2}/u.test(words)) return undefined
  const end = /[.!?](?=\s|$)/.exec(words)
  const sentence = end === null ? words : words.slice(0, end.index + 1)
  return sentence.length <= MAX_LENGTH ? sentence : `${sentence.slice(0, MAX_LENGTH - 1).trimEnd()}…`
}
