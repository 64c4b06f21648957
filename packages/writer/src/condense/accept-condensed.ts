import { err, ok, type CondenseRefusalCode, type Result } from '@chronicle/schema'
import type { TokenCounter } from '@chronicle/core/contracts'
import { isArgument } from '@chronicle/core/prose'
import { isPlain } from '@chronicle/core/text'
import { contentWords } from '../quality/content-words.ts'
import { unknownNames } from './names-in.ts'
import { recordedSentences, sentenceKey, type RecordedSentence } from './recorded-sentences.ts'

/** Why an answer is not stored. The message is also for the model. */
export interface CondenseRefusal {
  readonly code: CondenseRefusalCode
  readonly message: string
}

/** Maximum size of an answer as a share of the texts, and minimum number of tokens saved. */
export const MAX_SHARE = 0.85
const MIN_SAVED_TOKENS = 12
/** Minimum share of a reason's words that must occur in the answer, and maximum share of new words. */
const MIN_REASON_SHARE = 0.6
const MAX_NEW_WORDS = 0.1

/**
 * Compares a condensed text with the texts it was made from. It may drop repetitions and shorten the rest. Every
 * sentence that states, denies, limits or rejects something must occur word for word, and there may be no other such
 * sentence. It may not name anything new, and no reason may be lost.
 */
export function acceptCondensed(
  given: string,
  texts: readonly string[],
  tokens: TokenCounter,
): Result<string, CondenseRefusal> {
  const answer = given.replaceAll('\r\n', '\n').trim()
  const refuse = (code: CondenseRefusalCode, message: string): Result<string, CondenseRefusal> => err({ code, message })
  if (answer === '') return refuse('answer_empty', 'The answer is empty.')
  if (!isClean(answer, texts)) {
    return refuse('answer_unsafe', 'The answer has control characters, marks of the prompt, or a line of dashes.')
  }
  const before = tokens.count(texts.join('\n'))
  const after = tokens.count(answer)
  if (after > before * MAX_SHARE || before - after < MIN_SAVED_TOKENS) {
    return refuse('not_shorter', `The answer has ${after} tokens and the texts ${before}: that saves too little.`)
  }
  const recorded = texts.flatMap((text) => recordedSentences(text))
  const answerSentences = recordedSentences(answer)
  const problem =
    findChangedRule(recorded, answerSentences) ??
    findAdded(texts, answer, answerSentences) ??
    findLostReason(recorded, answer)
  return problem === undefined ? ok(answer) : err(problem)
}

/** Line breaks separate paragraphs. No other character that controls a terminal or hides text is allowed. */
function isClean(answer: string, texts: readonly string[]): boolean {
  const fenced = answer.includes('```') && !texts.some((text) => text.includes('```'))
  const lines = answer.split('\n')
  return (
    !fenced && !/<\/?data-\d/iu.test(answer) && lines.every((line) => isPlain(line) && !/^\s*-{3,}\s*$/u.test(line))
  )
}

function findChangedRule(
  recorded: readonly RecordedSentence[],
  answerSentences: readonly RecordedSentence[],
): CondenseRefusal | undefined {
  const keys = answerSentences.map(({ text }) => sentenceKey(text))
  const there = new Set(keys)
  const pairs = new Set(keys.slice(1).map((key, index) => `${keys[index] ?? ''}\n${key}`))
  for (const [index, { mustBeKept, needsPrevious, text }] of recorded.entries()) {
    if (!mustBeKept) continue
    const key = sentenceKey(text)
    if (!there.has(key)) {
      return { code: 'rule_changed', message: `This sentence is not in the answer word for word: ${shortened(text)}` }
    }
    const before = recorded[index - 1]
    if (needsPrevious && before !== undefined && !pairs.has(`${sentenceKey(before.text)}\n${key}`)) {
      const message = `These two sentences do not stand together in the answer word for word: ${shortened(before.text)} ${shortened(text)}`
      return { code: 'rule_changed', message }
    }
  }
  const known = new Set(recorded.map(({ text }) => sentenceKey(text)))
  const added = answerSentences.find(({ mustBeKept, text }) => mustBeKept && !known.has(sentenceKey(text)))
  return (
    added && {
      code: 'rule_added',
      message: `This sentence states, denies or limits something in words that are not recorded: ${shortened(added.text)}`,
    }
  )
}

function findAdded(
  texts: readonly string[],
  answer: string,
  answerSentences: readonly RecordedSentence[],
): CondenseRefusal | undefined {
  const recorded = texts.join('\n')
  const names = unknownNames(
    answerSentences.map(({ text }) => text),
    recorded,
  )
  if (names.length > 0) {
    const list = names.slice(0, 5).map(shortened).join(', ')
    return { code: 'name_added', message: `The answer has names or numbers that are not recorded: ${list}` }
  }
  const known = contentWords(recorded)
  const words = [...contentWords(answer)]
  const fresh = words.filter((word) => !known.has(word))
  if (fresh.length <= Math.max(1, words.length * MAX_NEW_WORDS)) return undefined
  const list = fresh.slice(0, 5).join(', ')
  return { code: 'words_added', message: `The answer speaks of what is not recorded: ${list}` }
}

function findLostReason(recorded: readonly RecordedSentence[], answer: string): CondenseRefusal | undefined {
  const words = contentWords(answer)
  const lost = recorded.find(({ mustBeKept, text }) => {
    if (mustBeKept || !isArgument(text)) return false
    const own = [...contentWords(text)]
    return own.filter((word) => words.has(word)).length < own.length * MIN_REASON_SHARE
  })
  return lost && { code: 'reason_dropped', message: `This reason is not in the answer: ${shortened(lost.text)}` }
}

/** Shortens a sentence for a message. */
function shortened(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)} …`
}
