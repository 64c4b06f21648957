import type { TokenCounter } from '@chronicle/core/contracts'

/** Maximum number of tokens of the task that are shown. */
const MAX_TASK_TOKENS = 512
/** Share of the budget that the task may take. The reader of a prompt sees it nowhere else; who asked knows it. */
const MAX_SHARE: Readonly<Record<'prompt' | 'answer', number>> = { prompt: 1 / 8, answer: 1 / 32 }
const MARK = '\n[cut]'

/** Returns the part of the task that is shown: all of it, or its beginning. */
export function trimTask(
  description: string,
  place: 'prompt' | 'answer',
  budget: number,
  tokens: TokenCounter,
): string {
  const text = description.replaceAll('\r\n', '\n').trim()
  const limit = Math.max(16, Math.min(MAX_TASK_TOKENS, Math.floor(budget * MAX_SHARE[place])))
  if (text.length <= limit * 64 && tokens.count(text) <= limit) return text
  // A binary search over lengths. A token has at least one character on average.
  let low = 0
  let high = Math.min(text.length, limit * 16)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tokens.count(text.slice(0, middle) + MARK) <= limit) low = middle
    else high = middle - 1
  }
  return trimPartialCharacter(text.slice(0, low)) + MARK
}

/** Removes white space and half a surrogate pair from the end of a text. */
function trimPartialCharacter(text: string): string {
  return text.replace(/[\s\ud800-\udbff]+$/, '')
}
