import { passageRuns, sentenceCues, sentenceRole } from '@chronicle/core/prose'
import { IDLE } from '../heuristic/message/gives-reason.ts'
import { passagesToQuote, statedReason, type MessageReason } from '../heuristic/message/message-reason.ts'
import type { CommitMessage } from '../heuristic/message/read-message.ts'

const MIN_WORDS = 6
/** Time words that say nothing about the problem. */
const WHEN = /\b(?:currently|at present|presently|at the moment|so far|as of now|right now|today)\b/gi
/** Verbs in the past tense for events outside the change. */
const HAPPENED =
  /\b(?:was|were|had|took|ran|cost|sent|got|went|fell|lost|broke|locked|blocked|killed|brought|showed|kept|left|filled|ate|timed|rewrote|overwrote|charged|complained|asked|could)\b/i
/** A measurement, which reports something that was found. */
const MEASURED =
  /\b\d[\d.,]{0,15}[ ]?k?(?:%|ms\b|s\b|secs?\b|seconds?\b|minutes?\b|min\b|hours?\b|days?\b|times\b|[KMGT]i?B\b|bytes\b)|\b\d[\d.,]{1,15}k? [a-z]{3,}s\b|\bfor (?:seconds|minutes|hours|days|weeks)\b/i
/** Sentences about the change or its author, which are no account of what happened. */
const OF_THE_CHANGE =
  /^\W*(?:i\b|we\b|see\b|cf\b|as (?:discussed|described|agreed)\b|this (?:pr|change|commit|mr|patch|branch|adds?|is)\b|(?:the|all|some|both|these|those|old|new|existing)? ?(?:tests?|docs?|documentation|types?|snapshots?|changelog|readme)\b|[a-z]+ed\b)|\b(?:was|were|been|got) (?:\w+ly )?(?:re)?(?:named|moved|added|removed|updated|changed|replaced|factored|extracted|split|introduced|deleted|dropped|bumped|upgraded|converted|written|wrote|worked|cleaned|simplified|migrated|merged|ported|adapted|adjusted|switched|tested|fixed|generated|created|implemented|documented|deprecated|reverted|copied|used|discussed|requested|reported|made|done|based|inspired|built)\b/i

/**
 * Finds the reason that the description of a change gives. Descriptions written for review start with the problem, so
 * an account of a problem counts as the reason, even without words that say so. In a commit message such sentences are
 * too often about the code alone.
 */
export function describedReason(message: CommitMessage): MessageReason | undefined {
  const found = statedReason(message)
  if (found !== undefined) return found
  const passages = passagesToQuote(message)
  const prose = passages.filter(({ bullet }) => !bullet).flatMap(({ sentences }) => sentences)
  if (!prose.some(describesFailure)) return undefined
  const { subject } = message
  return { intent: subject, argument: passages, quotes: [subject, ...passageRuns(passages)] }
}

function describesFailure(sentence: string): boolean {
  if (sentence.split(/\s+/).length < MIN_WORDS || /[?？:]$/.test(sentence)) return false
  if (IDLE.has(sentenceRole(sentence)) || OF_THE_CHANGE.test(sentence)) return false
  return sentenceCues(sentence.replace(WHEN, ' ')).has('failure') || HAPPENED.test(sentence) || MEASURED.test(sentence)
}
