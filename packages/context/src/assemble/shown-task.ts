import type { TokenCounter } from '@chronicle/core/contracts'

/** Tokens of the task that are shown, and the share of the budget that they may take. */
const MAX_TASK_TOKENS = 512
const MAX_SHARE = 1 / 8
const MARK = '\n[cut]'

/** Returns the task as far as it is shown: all of it, or its first lines. */
export function shownTask(description: string, budget: number, tokens: TokenCounter): string {
  const text = description.replaceAll('\r\n', '\n').trim()
  const limit = Math.max(16, Math.min(MAX_TASK_TOKENS, Math.floor(budget * MAX_SHARE)))
  if (text.length <= limit * 64 && tokens.count(text) <= limit) return text
  // A token has at least a character on average; the search is over lengths.
  let low = 0
  let high = Math.min(text.length, limit * 16)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tokens.count(text.slice(0, middle) + MARK) <= limit) low = middle
    else high = middle - 1
  }
  return wholeCharacters(text.slice(0, low)) + MARK
}

/** The text without white space at its end, nor the first half of a character there. */
function wholeCharacters(text: string): string {
  return text.replace(/[\s\ud800-\udbff]+$/, '')
}
