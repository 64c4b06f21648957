import type { FileChange, LineSpan } from '@chronicle/core/contracts'

/** Index of the first line; of a span without lines, of the one that they would come before. */
export function firstIndex({ start, count }: LineSpan): number {
  return count === 0 ? start : start - 1
}

/** How many lines a change added and removed together. */
export function changeSize({ hunks }: Pick<FileChange, 'hunks'>): number {
  return hunks.reduce((sum, { old, new: now }) => sum + old.count + now.count, 0)
}
