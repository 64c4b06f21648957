import type { Passage } from './group-sentences.ts'
import { splitSentences } from './split-sentences.ts'

/** Dots before a lower-case letter, or words that do not begin a sentence. */
const CONTINUATION =
  /^(?:(?:…|\.{3})\s*\p{Ll}|(?:to|so|[wW]hich|because|otherwise|by|in order|and|or|but|that|with|without|until|unless|instead of|rather than|due to|for (?!example|instance|more|details))\b)/u
/** Words that may also begin an independent sentence, in which a comma ends their clause. */
const CONTINUATION_WITHOUT_COMMA = /^(?:since|if|when|while|where|as (?:it|this|that|they|we|there))\b[^,]*$/u

/** Last words of an incomplete subject. */
const INCOMPLETE = /\s(?:an?|and|because|by|into|of|or|than|the|to|which)$/i

/** The beginning of a second sentence that ends in the body. */
const BROKEN_OFF = /[.!?] \p{Lu}[^.!?#]*\p{Ll}$/u

/** Returns whether a passage is the first of a message and continues the sentence of the subject. */
export function continuesSubject(subject: string, { bullet, index, text }: Passage): boolean {
  if (index > 0 || bullet) return false
  const [first = ''] = splitSentences(text)
  return (
    (INCOMPLETE.test(subject) && /^[\p{Ll}\d"'`(]/u.test(text)) ||
    (/[\w)`'"]$/.test(subject) && (CONTINUATION.test(first) || CONTINUATION_WITHOUT_COMMA.test(first))) ||
    (BROKEN_OFF.test(subject) && /^\p{Ll}/u.test(text))
  )
}
