import { isNoise } from './noise.ts'
import { isReference } from './reference.ts'
import { sentenceCues, type SentenceCue } from './sentence-cues.ts'
import { withoutCode } from './without-code.ts'

/**
 * The purpose of a sentence for somebody who is about to change the code:
 *
 * - `problem` says what was wrong, `cause` why, `decision` what was done about it, and `consequence` what follows;
 * - `rejected` says what was not done, `constraint` what must hold, and `behaviour` what changes for users or callers;
 * - `reference` only names an issue, a page or another commit;
 * - `noise` is conversation, remaining work, or measured figures; `other` is any other statement.
 */
export type SentenceRole =
  | 'problem'
  | 'cause'
  | 'decision'
  | 'consequence'
  | 'rejected'
  | 'behaviour'
  | 'constraint'
  | 'reference'
  | 'noise'
  | 'other'

/** A rule for whoever changes or calls the code, not an account of what happened. */
const BINDING =
  /\b(?:must(?:n't)?(?! have (?:been|had))|never (?!mind|worked|did|had|been|got|seen|was|were|happened|really|used to|tested)|shall\b|not allowed|forbidden|may not|may only|can only|must only|should (?:only|never|always|not be|be (?:called|used|kept|safe))|only (?:safe|valid|allowed|be)|requires? that|needs? to be|has to be|have to be|assum(?:es?|ing|ption)|invariants?|guarantee[sd]?|in sync|is (?:un)?safe to|is required|are required|be careful|always (?:be|use|call|return|has|have|the))\b|^(?:please )?(?:do not|don't|never|always)\b/i

/** The cause of something, not only its purpose. */
const CAUSE =
  /\b(?:because|since|due to|owing to|caused by|root cause|stems? from|turns? out|the (?:problem|issue|cause|reason|bug) (?:is|was|being|here)|as (?:it|this|that|they|we|the \w+|there) (?:is|are|was|were|has|have|does|do|can|cannot|can't|could|will|would))\b/i

/** Words about the time before the commit. */
const BEFORE_COMMIT =
  /\b(?:previously|before this|prior to|used to|currently|at present|at the moment|until now|so far|today)\b/i

/** Maximum number of characters of a sentence that a person writes; programs write longer ones. */
const MAX_SENTENCE = 2000

/** Returns the purpose of a sentence of a commit message, judged only by its words. */
export function sentenceRole(sentence: string): SentenceRole {
  if (sentence.length > MAX_SENTENCE) return 'noise'
  if (isReference(sentence)) return 'reference'
  if (isNoise(sentence)) return 'noise'
  const cues = sentenceCues(sentence)
  const words = withoutCode(sentence)
  const isPast = BEFORE_COMMIT.test(words)
  if (cues.has('rejected')) return 'rejected'
  if (!isPast && BINDING.test(words)) return 'constraint'
  if (cues.has('behaviour') && (!isPast || /\bnow\b/i.test(words))) return 'behaviour'
  if (cues.has('choice') && !isPast) return 'decision'
  return roleByCues(cues, words, isPast)
}

function roleByCues(cues: ReadonlySet<SentenceCue>, words: string, isPast: boolean): SentenceRole {
  if (cues.has('reason') && CAUSE.test(words)) return 'cause'
  if (cues.has('consequence')) return 'consequence'
  if (cues.has('failure') || isPast) return 'problem'
  if (cues.has('reason')) return 'cause'
  return cues.has('rule') ? 'constraint' : 'other'
}
