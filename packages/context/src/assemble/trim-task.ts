import type { TokenCounter } from '@chronicle/core/contracts'

/** Maximum number of tokens of the task that are shown. */
const MAX_TASK_TOKENS = 512
/** Share of the budget that the task may take. The reader of a prompt sees it nowhere else; who asked knows it. */
const MAX_SHARE: Readonly<Record<'prompt' | 'answer', number>> = { prompt: 1 / 8, answer: 1 / 32 }
const MARK = '\n[cut]'

/** Returns the part of the task that is shown: all of it, or its beginning, where no code block stays open. */
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
    if (tokens.count(cutAt(text, middle)) <= limit) low = middle
    else high = middle - 1
  }
  return cutAt(text, low)
}

function cutAt(text: string, length: number): string {
  const kept = trimPartialCharacter(text.slice(0, length))
  return kept + endOfOpenFence(kept) + MARK
}

/** Returns the line that ends the code block in which a text was cut; empty outside of one. */
function endOfOpenFence(text: string): string {
  let open: string | undefined
  for (const [, fence = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (open === undefined) open = fence
    else if (fence.startsWith(open)) open = undefined
  }
  return open === undefined ? '' : `\n${open}`
}

/** Removes white space and half a surrogate pair from the end of a text. */
function trimPartialCharacter(text: string): string {
  return text.replace(/[\s\ud800-\udbff]+$/, '')
}
