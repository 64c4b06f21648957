/** Words that give a reason wherever they stand. */
const STRONG: readonly RegExp[] = [
  /\bbecause\b(?! of the change)/i,
  /\bso that\b/i,
  /(?:^|[.;,(] ?|\bor )otherwise,?\s+(?!known|noted|stated|specified|indicated|mentioned|identical|equivalent|unused)\w/i,
  /\bin order (?:to|that)\b/i,
  /\b(?:to|that|this|which|also|and|will|would|helps?|it) (?:avoids?|prevents?)\b/i,
  /\bdue to\b/i,
  /\b(?:the|this|that|one|main|only|another) reason\b/i,
  /\b(?:therefore|hence|as a result|for that reason|which means|this means|that means)\b/i,
  /\bturns? out\b/i,
  /\b(?:this|which|that|it) (?:also )?(?:can|could|would|may|might|will)?\s?(?:causes?d?|leads?|led|results?|resulted|breaks?|broke)\b/i,
  /\bwork(?:s|ed|ing)?[- ]?around\b/i,
]

/** Words that do so with another, or with a word for what would go wrong. */
const WEAK: readonly RegExp[] = [
  /(?<!\bever )\bsince\s+(?:it|its|this|that|they|we|you|there|those|these|not|otherwise|the (?!last|first|release|beginning|start|commit|introduction|previous|merge|change|update|upgrade)\w+|an?|no|all|some|most|many|each|every|any)\b(?! (?:commit|release|version|change|day|year|month)s?\b)/i,
  /\b(?:instead of|rather than)\b/i,
  /\b(?:to|we) (?:make sure|ensure|guarantee|allow|keep|preserve)\b/i,
  /\bneed(?:s|ed)? to\b|\bnecessary\b|\brequired?\b|\bhave to\b|\bhas to\b|\bmust\b/i,
  /\b(?:unfortunately|problem|issue|bug|incorrect(?:ly)?|wrong(?:ly)?|broken|fails?|failed|failing|crash(?:es|ed)?|panic(?:s|ked)?|leaks?|deadlocks?|race|infinite|hangs?|regress(?:ed|ion)|vulnerab\w+|unsafe|security)\b/i,
  /\b(?:would|could|might|cannot|can't|won't|doesn't|does not|didn't|isn't|is not)\b/i,
  /\b(?:previously|before this|used to|no longer|without)\b/i,
  /\b(?:faster|slower|slow|expensive|cheap(?:er)?|performance|overhead|regression)\b/i,
]

/**
 * Whether a sentence gives a reason: 3 says so in so many words, 2 nearly, 1 perhaps, with the words around it; 0 not. A
 * question gives none.
 */
export function reasonStrength(sentence: string): 0 | 1 | 2 | 3 {
  if (sentence.endsWith('?')) return 0
  if (STRONG.some((pattern) => pattern.test(sentence))) return 3
  const [since, instead, ...others] = WEAK.map((pattern) => pattern.test(sentence))
  const harm = others.filter(Boolean).length
  if (since === true || (instead === true && harm > 0)) return 2
  return instead === true || harm > 1 ? 1 : 0
}
