/** An end of a sentence: what may follow its full stop, then space, then what a sentence can begin with. */
const BREAK = /[.!?]["'”’)\]`*_]*\s+(?=["'“‘(`*_[]*[\p{Lu}\p{N}`@<])/gu

/** Words that end in a full stop within a sentence. */
const ABBREVIATION =
  /(?:^|[\s("'`])(?:e\.g|i\.e|etc|vs|cf|viz|approx|no|fig|sec|ca|incl|resp|al|St|Mr|Ms|Dr|[A-Z])\.["')\]]*$/i

/** Dots that stand alone are something left out within a sentence: `SELECT ... FOR UPDATE`. */
const ELLIPSIS = /\s(?:\.{3}|…)$/

/** Letters by which an end is told from a stop within a sentence. More of it would be read again at each stop. */
const MAX_ENDING = 40

/** The sentences of a text that stands on one line, as they are. Joined by single spaces they give the text again. */
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

/** What a sentence begins with that cannot be understood without the one before it. */
const LEANING =
  /^(?:[("'`*_]*)(?:however|but|otherwise|then|secondly|thirdly|for (?:example|instance):$|so|therefore|thus|hence|instead|and|or|also|additionally|moreover|furthermore|similarly|likewise|besides|still|yet|nevertheless|it|its|they|them|their|these|those|this|that|such|he|she|the (?:latter|former|same|above|other|second|reason)|in (?:that|this|which|both|either|these|those|such) cases?|if (?:so|not|it|they|this|that|we do)|as (?:such|above|a result|mentioned)|because of (?:this|that|it)|for (?:this|that|example|instance|the same)|to (?:do|achieve|fix|solve|avoid|prevent|address|work around|handle|allow|support) (?:so|this|that|it|these|those)|doing (?:so|this|that|it)|with (?:this|that|these)|without (?:this|that|it)|on the other hand|since (?:it|this|that|they|these|those)|because (?:it|this|that|they)|when (?:it|this|that|they)|even (?:so|then)|note|both|neither|none|here|there|(?:while|although|though|given that|as|unless|once|after|before|until) (?:this|that|it|they|these|those))\b/i

/** Words that join a sentence to what was argued before: without that it has no meaning. */
const CONNECTIVE =
  /^(?:[("'`*_]*)(?:however|but|otherwise|then|so|therefore|thus|hence|instead|and|or|also|additionally|moreover|furthermore|similarly|likewise|besides|nevertheless|yet|still|for (?:this|that|the same) reason|because of (?:this|that)|in (?:that|this|these|those|such|both|either) cases?|if (?:so|not)\b(?!,? \w+ \w+ is)|as a result|even (?:so|then)|the (?:latter|former)|(?:it )?turns out that (?:this|that|it|these|they)|which|basically)\b/i

/**
 * `that` as a pronoun: at the end of a clause, after a preposition, or before a thing. Everywhere else it begins a clause
 * (`the problem is that …`, `so that`) or stands for the thing before it (`the code that …`).
 */
const THAT =
  '(?:that(?=[.,;:!?)]|$)|(?<=\\b(?:about|after|all|at|before|by|do|does|doing|done|for|from|in|like|of|on|once|than|to|under|with|without) )that\\b(?! (?:matter|it|they|we|the|an?)\\b)|that (?:approach|behaviou?r|bug|case|check|code|error|fact|feature|file|function|issue|kind|line|logic|option|part|point|problem|reason|setting|situation|step|time|value|warning|way)\\b)'

/** Something said before, pointed to among the first words; `this commit` and the like point to the commit itself. */
const POINTS_BACK = new RegExp(
  `^(?:\\S+ ){0,6}?(?:${THAT}|(?:this|these|those|it|they|such(?! as\\b))\\b)(?! (?:commit|change|patch|pr|flag|option|function|method|file|crate|module|class|also )|\\S* (?:is|are) (?:a|the) )`,
  'i',
)

/** Whether the first words point to something that was said before, and is not there if this stands alone. */
export function pointsBack(sentence: string): boolean {
  return (
    POINTS_BACK.test(sentence) &&
    !/^(?:this (?:adds?|fix(?:es)?|changes?|makes?|removes?|prevents?|allows?|ensures?|replaces?|uses?|introduces?|switch(?:es)?|updates?|moves?|implements?|avoids?|improves?|reverts?|refactor\w*|works)|it (?:is|was|looks?|seems?|turns?)|that)\b/i.test(
      sentence,
    )
  )
}

/** Whether the sentence leans on the one before it. */
export function isLeaning(sentence: string): boolean {
  return LEANING.test(sentence)
}

/** Whether the sentence means nothing without the one before it. */
export function isConnective(sentence: string): boolean {
  return CONNECTIVE.test(sentence)
}

/** `It is possible that …`, `It would be nice to …`: the pronoun stands for nothing said before. */
const EXPLETIVE =
  /^it (?:(?:is|was|would be|will be|may be|might be) (?!(?:also |just |meant |not |now |only |still )*(?:called|designed|intended|meant|needed|supposed|used) )|seems?(?! to\b)|turns out|looks like|makes (?:more |no )?sense|takes)\b[^.]*\b(?:that|to|when|if|for)\b/i
/** `This commit …`, and verbs that say what the commit does. */
const THE_COMMIT =
  /^(?:(?:in|with|after|before|until|prior to) )?this (?:commit|patch|change|pr|pull request|series|diff|release|adds?|fix(?:es|ed)?|changes?|removes?|replaces?|introduces?|switch(?:es)?|updates?|moves?|implements?|improves?|reverts?|refactors?|extends?|rewrites?)\b/i
/** Points to the text before it, wherever the words stand. */
const ABOVE = /\b(?:the above|above[- ]mentioned|(?:mentioned|described|explained|shown) above|as above)\b/i
/** Adds another thing, and is understood alone. */
const ADDS = /^(?:also|additionally|moreover|furthermore|besides|note|here|there|none|on the other hand)\b/i

/** Says how, of what the sentence before it says was done: `By comparing it with None.` */
const BY_WHICH_MEANS =
  /^by (?:\w+ly )?\w+ing\b(?!.*, ?(?:we|I|you|it|they|this|that|there|the|an?|each|all|both|one|no|users?|callers?|`)\b)/i

/**
 * Returns whether a sentence of a message cannot be quoted without the one before it: it begins with a word that joins
 * it to that, stands in brackets, or its subject is a pronoun that stands for something said there. `This commit` and the like stand for the
 * commit itself.
 */
export function leansBack(sentence: string): boolean {
  if (/^\((?!\d)/.test(sentence)) return true
  const words = sentence.replace(/^["'`*_]+/, '')
  if (isConnective(words) && !ADDS.test(words)) return true
  if (EXPLETIVE.test(words) || THE_COMMIT.test(words)) return false
  if (BY_WHICH_MEANS.test(words)) return true
  return (isLeaning(words) && !ADDS.test(words)) || pointsBack(words) || ABOVE.test(words)
}
