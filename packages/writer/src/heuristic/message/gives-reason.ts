import {
  isArgument,
  sentenceCues,
  sentenceRole,
  unspacedWords,
  type Passage,
  type SentenceRole,
} from '@chronicle/core/prose'

const MIN_WORDS = 6
/** Roles of sentences that say nothing about the change. */
export const IDLE: ReadonlySet<SentenceRole> = new Set(['noise', 'reference'])
const REASONS: ReadonlySet<SentenceRole> = new Set(['cause', 'constraint', 'rejected'])

/** The circumstances of a failure, which are half of a reason. */
const CONDITION = /^(?:when|whenever|as soon as|once) [^,]{8,150}, /i

/** Returns whether a passage gives a reason by itself. */
export function givesReason({ sentences }: Pick<Passage, 'sentences'>): boolean {
  return sentences.some((sentence) => {
    if (sentence.split(' ').length < MIN_WORDS || sentence.endsWith('?')) return false
    const role = sentenceRole(sentence)
    if (IDLE.has(role)) return false
    const cues = sentenceCues(sentence)
    // A consequence without the failure mostly describes the change.
    return isWhy(sentence, role) || (cues.has('failure') && (cues.size > 1 || CONDITION.test(sentence)))
  })
}

/** Returns whether a sentence gives a reason, and not only what was wrong and what was done. */
export function givesGround(sentence: string): boolean {
  if (sentence.split(' ').length < MIN_WORDS || sentence.endsWith('?')) return false
  const role = sentenceRole(sentence)
  return !IDLE.has(role) && isWhy(sentence, role)
}

function isWhy(sentence: string, role: SentenceRole): boolean {
  return (REASONS.has(role) || sentenceCues(sentence).has('reason')) && isArgument(sentence)
}

/** Describes what was done, as the subject and the diff do too. */
const ACCOUNT =
  /^(?:\((?!i\.e)|(?:namely|specifically|basically|also|and),? )?(?:(?:this|these|the|our) (?:(?:commit|change|patch|pr|pull request|flags?|options?) )?|(?:we|I) )?(?:(?:also|only|just|now|will|simply),? )*(?:(?:some|minor|small) (?:fixes|changes)|add(?:s|ed|ing)?|implement(?:s|ed|ing)?|(?:introduc|remov|replac|updat|mov|renam|chang|revis)(?:e[sd]?|ing)|modif(?:y|ied|ies)|(?:revert|fix|strip|check|test|switch|tweak|extend|represent|embed)(?:e?s|e?d|ing)?|(?:export|include|use|permit|cause)s?|(?:allow(?:s|ed)?|mak(?:es?|ing) it possible)\b(?!(?: \S+){8}))\b|^this (?:commit|change|patch|pr|pull request) [a-z]+s\b/i
/** Maximum number of words; a longer line may say more than what was done. */
const MAX_TASK_WORDS = 8

/** Returns whether a line without a full stop describes in a few words what was done: `use a loop instead of range`. */
export function isBareTask(line: string): boolean {
  return (
    ACCOUNT.test(line) && /[\p{L}\p{N}]$/u.test(line) && line.split(' ').length <= MAX_TASK_WORDS && !givesGround(line)
  )
}

/** Describes the effect of a flag, which its help text does too. */
const EFFECT =
  /^(?:(?:this|the|a) (?:new )?(?:\S+ )?(?:flags?|options?|feature)\b|(?:if|when)(?: \S+){0,2} (?:is )?(?:enabled|disabled|used|set|given|provided|present)\b|performs? )/i
/** Defines something, as an encyclopedia does, or names its author. */
const DEFINITION = /^(?:[^\s,]+ ){1,4}(?:is|are) (?:an?|the) |^(?:the )?(?:original|part) (?:\S+ ){0,3}(?:by|from)\b/i
/** Sentences that explain nothing. Questions and sentences that introduce a list do not either. */
const PLAIN = [ACCOUNT, EFFECT, DEFINITION, /[?:]$/]
/** Minimum number of words: most shorter texts without a reason repeat the subject. */
const MANY_WORDS = 14

/** Returns whether a message says more than what was done, at a length that suggests something to explain. */
export function hasExplanation(passages: readonly Passage[]): boolean {
  const words = passages
    .filter(({ bullet }) => !bullet)
    .flatMap(({ sentences }) => sentences)
    .filter((sentence) => !IDLE.has(sentenceRole(sentence)) && !PLAIN.some((pattern) => pattern.test(sentence)))
    .reduce((sum, sentence) => sum + wordsOf(sentence), 0)
  return words >= MANY_WORDS
}

/** Returns the number of words in a sentence, without commit ids, URLs and numbers. */
function wordsOf(sentence: string): number {
  const words = sentence.split(' ').filter((word) => /\p{L}/u.test(word) && !/\d|:\/\//.test(word))
  return words.length + unspacedWords(sentence)
}
