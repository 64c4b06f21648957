import { groupSentences, type Passage } from './group-sentences.ts'
import type { ParsedMessage } from './parse-message.ts'
import { withoutRepeatedPassages } from './without-repeated-passages.ts'
import { sentenceValue, type SentenceValueOptions } from './sentence-value.ts'

/** Options of `rankPassages` and `choosePassages`. */
export interface ChoosePassagesOptions extends SentenceValueOptions {
  /** The weight of each message's passages, by the index of the message. Default: 1 for each. */
  readonly weights?: readonly number[] | undefined
}

/** A passage of one of several messages, by index. */
export interface PassageRef {
  /** Index of the message. */
  readonly message: number
  /** Index among the passages of that message. */
  readonly passage: number
}

/** The passages of several messages, and the order in which to drop them. */
export interface RankedPassages {
  /** The passages of each message, in its author's order. No sentence occurs in two of them. */
  readonly passages: readonly (readonly Passage[])[]
  /** Every passage once, the least valuable first. */
  readonly dropOrder: readonly PassageRef[]
}

/** Value of each further passage of a commit, relative to the one before: later passages add less to the reason. */
const FURTHER_PASSAGE_WEIGHT = 0.72

/**
 * Ranks the passages of several commits' messages by what an editor of the code gains from each character. The best
 * passage comes first, and each further passage of the same commit counts 0.72 of the one before. Text that repeats the
 * subject or an earlier message is omitted. The order is deterministic.
 */
export function rankPassages(messages: readonly ParsedMessage[], options: ChoosePassagesOptions = {}): RankedPassages {
  const passages = withoutRepeatedPassages(
    messages.map(({ subject, blocks }) => ({ subject, passages: groupSentences(blocks) })),
  )
  return { passages, dropOrder: dropOrderOf(passages, options) }
}

/** Returns the order in which to drop passages of several messages, the least valuable first. */
function dropOrderOf(
  passages: readonly (readonly Pick<Passage, 'text' | 'sentences'>[])[],
  options: ChoosePassagesOptions = {},
): readonly PassageRef[] {
  const queues = passages.map((ofMessage, message) => bestFirst(ofMessage, message, options))
  const chosen: PassageRef[] = []
  const counts = queues.map(() => 0)
  for (let total = queues.flat().length; total > 0; total--) {
    let best: { readonly message: number; readonly gain: number } | undefined
    for (const [message, queue] of queues.entries()) {
      const count = counts[message] ?? 0
      const next = queue[count]
      if (next === undefined) continue
      const gain = next.density * FURTHER_PASSAGE_WEIGHT ** count
      if (best === undefined || gain > best.gain) best = { message, gain }
    }
    if (best === undefined) break
    const count = counts[best.message] ?? 0
    const next = queues[best.message]?.[count]
    counts[best.message] = count + 1
    if (next !== undefined) chosen.push({ message: best.message, passage: next.passage })
  }
  return chosen.reverse()
}

/**
 * Chooses passages of several messages so that they fit: as few as possible are dropped, in the order of
 * `rankPassages`. `fits` decides whether a choice, by message and in the authors' order, is small enough; dropping more
 * must not make it larger. Returns the choice, with an empty list for each message when nothing fits.
 */
export function choosePassages(
  messages: readonly ParsedMessage[],
  fits: (chosen: readonly (readonly Passage[])[]) => boolean,
  options: ChoosePassagesOptions = {},
): readonly (readonly Passage[])[] {
  const ranked = rankPassages(messages, options)
  let [low, high] = [0, ranked.dropOrder.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fits(withoutDropped(ranked, middle))) high = middle
    else low = middle + 1
  }
  return withoutDropped(ranked, low)
}

/** Returns ranked passages without the first `count` of the drop order. */
export function withoutDropped(
  { passages, dropOrder }: RankedPassages,
  count: number,
): readonly (readonly Passage[])[] {
  const dropped = new Set(dropOrder.slice(0, count).map(({ message, passage }) => `${message} ${passage}`))
  return passages.map((ofMessage, message) => ofMessage.filter((_, passage) => !dropped.has(`${message} ${passage}`)))
}

interface Ranked {
  readonly passage: number
  readonly density: number
}

function bestFirst(
  passages: readonly Pick<Passage, 'text' | 'sentences'>[],
  message: number,
  options: ChoosePassagesOptions,
): readonly Ranked[] {
  const weight = options.weights?.[message] ?? 1
  return passages
    .map((each, passage) => ({
      passage,
      density: (weight * passageValue(each, options)) / (each.text.length + OVERHEAD),
    }))
    .sort((a, b) => b.density - a.density || a.passage - b.passage)
}

/**
 * Number of characters that a passage costs beyond its own text. Without it, the shortest sentence would always win.
 */
const OVERHEAD = 40

/** Returns the value of a passage: the sum of the values of its sentences. */
export function passageValue({ sentences }: Pick<Passage, 'sentences'>, options: SentenceValueOptions = {}): number {
  return sentences.reduce((sum, sentence) => sum + sentenceValue(sentence, options), 0)
}
