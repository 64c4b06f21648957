import type { TokenCounter } from '@chronicle/core/contracts'

/** Part of some lines, and where the rest starts. */
export interface BoundedLines {
  readonly lines: readonly string[]
  /** Index of the first omitted line. Absent when all lines are included. */
  readonly next?: number
}

/** Returns as many lines starting at `from` as fit. A first line that does not fit alone is cut. */
export function boundLines(
  all: readonly string[],
  from: number,
  maxTokens: number,
  tokens: TokenCounter,
): BoundedLines {
  const lines: string[] = []
  let left = maxTokens
  for (let index = from; index < all.length; index++) {
    const line = all[index] ?? ''
    left -= tokens.count(`${line}\n`)
    if (left < 0) {
      if (lines.length > 0) return { lines, next: index }
      const cut = cutText(line, maxTokens, tokens)
      return { lines: [cut], ...(index + 1 < all.length && { next: index + 1 }) }
    }
    lines.push(line)
  }
  return { lines }
}

/** Returns the beginning of a text that fits, followed by a mark where it was cut. */
function cutText(text: string, maxTokens: number, tokens: TokenCounter): string {
  if (tokens.count(text) <= maxTokens) return text
  let fits = 0
  let over = text.length
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (tokens.count(`${text.slice(0, middle)} [cut]`) <= maxTokens) fits = middle
    else over = middle
  }
  return `${text.slice(0, fits)} [cut]`
}
