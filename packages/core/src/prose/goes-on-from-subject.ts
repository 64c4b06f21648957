import type { Passage } from './group-sentences.ts'
import { splitSentences } from './split-sentences.ts'

/** Dots before a lower case, or words that no sentence begins with. */
const GOES_ON =
  /^(?:(?:…|\.{3})\s*\p{Ll}|(?:to|so|[wW]hich|because|otherwise|by|in order|and|or|but|that|with|without|until|unless|instead of|rather than|due to|for (?!example|instance|more|details))\b)/u
/** Words that a sentence of its own begins with as well: there a comma ends their clause. */
const GOES_ON_WITHOUT_COMMA = /^(?:since|if|when|while|where|as (?:it|this|that|they|we|there))\b[^,]*$/u

/** No subject is at its end with one of these. */
const IS_OPEN = /\s(?:an?|and|because|by|into|of|or|than|the|to|which)$/i

/** A second sentence that ends below. */
const BREAKS_OFF = /[.!?] \p{Lu}[^.!?#]*\p{Ll}$/u

/** Returns whether a passage is the first of a message and ends the sentence that its subject begins. */
export function goesOnFromSubject(subject: string, { bullet, index, text }: Passage): boolean {
  if (index > 0 || bullet) return false
  const [first = ''] = splitSentences(text)
  return (
    (IS_OPEN.test(subject) && /^[\p{Ll}\d"'`(]/u.test(text)) ||
    (/[\w)`'"]$/.test(subject) && (GOES_ON.test(first) || GOES_ON_WITHOUT_COMMA.test(first))) ||
    (BREAKS_OFF.test(subject) && /^\p{Ll}/u.test(text))
  )
}
