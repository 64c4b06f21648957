/** First words of a sentence that cannot be understood without the one before it. */
const DEPENDENT_START =
  /^(?:[("'`*_]*)(?:however|but|otherwise|then|secondly|thirdly|for (?:example|instance):$|so|therefore|thus|hence|instead|and|or|also|additionally|moreover|furthermore|similarly|likewise|besides|still|yet|nevertheless|it|its|they|them|their|these|those|this|that|such|he|she|the (?:latter|former|same|above|other|second|reason)|in (?:that|this|which|both|either|these|those|such) cases?|if (?:so|not|it|they|this|that|we do)|as (?:such|above|a result|mentioned)|because of (?:this|that|it)|for (?:this|that|example|instance|the same)|to (?:do|achieve|fix|solve|avoid|prevent|address|work around|handle|allow|support) (?:so|this|that|it|these|those)|doing (?:so|this|that|it)|with (?:this|that|these)|without (?:this|that|it)|on the other hand|since (?:it|this|that|they|these|those)|because (?:it|this|that|they)|when (?:it|this|that|they)|even (?:so|then)|note|both|neither|none|here|there|(?:while|although|though|given that|as|unless|once|after|before|until) (?:this|that|it|they|these|those))\b/i

/** First words that join a sentence to an argument before it. */
const CONNECTIVE =
  /^(?:[("'`*_]*)(?:however|but|otherwise|then|so|therefore|thus|hence|instead|and|or|also|additionally|moreover|furthermore|similarly|likewise|besides|nevertheless|yet|still|for (?:this|that|the same) reason|because of (?:this|that)|in (?:that|this|these|those|such|both|either) cases?|if (?:so|not)\b(?!,? \w+ \w+ is)|as a result|in particular|specifically|because now|now (?:it|they|we|you)|even (?:so|then)|the (?:latter|former)|(?:it )?turns out that (?:this|that|it|these|they)|which|basically)\b/i

/**
 * `that` as a pronoun: at the end of a clause, after a preposition, or before a noun. Elsewhere it begins a clause
 * (`the problem is that …`, `so that`) or relates to the noun before it (`the code that …`).
 */
const THAT =
  '(?:that(?=[.,;:!?)]|$)|(?<=\\b(?:about|after|all|at|before|by|do|does|doing|done|for|from|in|like|of|on|once|than|to|under|with|without) )that\\b(?! (?:matter|it|they|we|the|an?)\\b)|that (?:approach|behaviou?r|bug|case|check|code|error|fact|feature|file|function|issue|kind|line|logic|option|part|point|problem|reason|setting|situation|step|time|value|warning|way)\\b)'

/**
 * A pronoun among the first words. A pronoun for the commit itself, or one followed by a noun such as `flag`, does not
 * count.
 */
const POINTS_BACK = new RegExp(
  `^(?:\\S+ ){0,6}?(?:${THAT}|(?:this|these|those|it|they|such(?! as\\b))\\b)(?! (?:commit|change|patch|pr|flag|option|function|method|file|crate|module|class|also )|\\S* (?:is|are) (?:a|the) )`,
  'i',
)

/** Sentences that say in full what they state about a pronoun. */
const STATES_IN_FULL =
  /^(?:this (?:adds?|fix(?:es)?|changes?|makes?|removes?|prevents?|allows?|ensures?|replaces?|uses?|introduces?|switch(?:es)?|updates?|moves?|implements?|avoids?|improves?|reverts?|refactor\w*|works)|it (?:is|was|looks?|seems?|turns?)|that)\b/i

/** Returns whether the first words of a sentence refer to an earlier sentence. */
export function pointsBack(sentence: string): boolean {
  return POINTS_BACK.test(sentence) && !STATES_IN_FULL.test(sentence)
}

/** Returns whether a sentence begins with words that refer to the previous one. */
export function hasDependentStart(sentence: string): boolean {
  return DEPENDENT_START.test(sentence)
}

/** Returns whether a sentence begins with words that join it to an argument before it. */
export function isConnective(sentence: string): boolean {
  return CONNECTIVE.test(sentence)
}

/** `It is possible that …`, `It would be nice to …`: the pronoun refers to nothing. */
const EXPLETIVE =
  /^it (?:(?:is|was|would be|will be|may be|might be) (?!(?:also |just |meant |not |now |only |still )*(?:called|designed|intended|meant|needed|supposed|used) )|seems?(?! to\b)|turns out|looks like|makes (?:more |no )?sense|takes)\b[^.]*\b(?:that|to|when|if|for)\b/i
/** `This commit …`, or `this` before a verb that says what the commit does. */
const THE_COMMIT =
  /^(?:(?:in|with|after|before|until|prior to) )?this (?:commit|patch|change|pr|pull request|series|diff|release|adds?|fix(?:es|ed)?|changes?|removes?|replaces?|introduces?|switch(?:es)?|updates?|moves?|implements?|improves?|reverts?|refactors?|extends?|rewrites?)\b/i
/** What this commit does to something that an earlier sentence names: `This change fixes that.` */
const CHANGES_EARLIER = new RegExp(
  `^(?:this|the) (?:(?:commit|patch|change|pr|pull request|fix) )?(?:also |just |simply |should )?(?:address|avoid|correct|fix|handle|mitigate|prevent|rectif|resolv|remed|solve|work around)(?:e?s|ies|y|e)? (?:${THAT}|(?:this|it|them)\\b|(?:these|those)(?: \\w+)?(?=[.,;:!?)]|$))(?! (?:commit|change|patch|pr)\\b)`,
  'i',
)
/** Words that refer to earlier text, anywhere in a sentence. */
const ABOVE = /\b(?:the above|above[- ]mentioned|(?:mentioned|described|explained|shown) above|as above)\b/i
/** First words that add another point, which can be understood alone. */
const ADDS = /^(?:also|additionally|moreover|furthermore|besides|note|here|there|none|on the other hand)\b/i

/** Says how the change in the previous sentence was made: `By comparing it with None.` */
const BY_WHICH_MEANS =
  /^by (?:\w+ly )?\w+ing\b(?!.*, ?(?:we|I|you|it|they|this|that|there|the|an?|each|all|both|one|no|users?|callers?|`)\b)/i

/**
 * Returns whether a sentence of a message cannot be quoted without the previous one: its first word joins it to that
 * sentence, it is in brackets, or its subject is a pronoun. A pronoun for the commit itself, as in `This commit`, does
 * not count.
 */
export function needsPreviousSentence(sentence: string): boolean {
  if (/^\((?!\d)/.test(sentence)) return true
  const words = sentence.replace(/^["'`*_]+/, '')
  if (isConnective(words) && !ADDS.test(words)) return true
  if (CHANGES_EARLIER.test(words)) return true
  if (EXPLETIVE.test(words) || THE_COMMIT.test(words)) return false
  if (BY_WHICH_MEANS.test(words)) return true
  return (hasDependentStart(words) && !ADDS.test(words)) || pointsBack(words) || ABOVE.test(words)
}
