import { isArgument } from '../prose/is-argument.ts'
import { namesCode } from '../prose/names-code.ts'
import { sentenceCues } from '../prose/sentence-cues.ts'
import { commitBreadth } from './commit-breadth.ts'
import type { QuotedMessage } from './quote-messages.ts'

/** Minimum number of items of a list that is about more than one thing. */
const MIN_LONG_LIST = 4

/**
 * Removes list items that only say what was done and do not name the queried code: in a commit to many files, and in a
 * long list, most of them are about other places.
 */
export function withoutTaskItems(
  quoted: QuotedMessage,
  filesChanged = 0,
  names: readonly string[] = [],
): QuotedMessage {
  const { passages } = quoted
  const isLong = passages.filter(({ bullet }) => bullet).length >= MIN_LONG_LIST
  if (!isLong && commitBreadth(filesChanged) === 'narrow') return quoted
  const kept = passages.filter(
    ({ bullet, sentences, text }) => !bullet || sentences.some(givesReason) || namesCode(text, names),
  )
  return { ...quoted, passages: kept }
}

/** Whether an item gives a reason. `Use x instead of y` and `Do not use y` only say what to do. */
function givesReason(sentence: string): boolean {
  const cues = sentenceCues(sentence)
  const isCommand = /^(?:do not|don't|never|always)\b/i.test(sentence)
  return isArgument(sentence) && (cues.has('reason') || cues.has('rejected') || (cues.has('failure') && !isCommand))
}
