import type { FileChange, LineSpan } from '@chronicle/core/contracts'

/** Returns the index of the first line; for an empty span, the index of the line after it. */
export function firstIndex({ start, count }: LineSpan): number {
  return count === 0 ? start : start - 1
}

/** Returns the number of added and removed lines. */
export function changeSize({ hunks }: Pick<FileChange, 'hunks'>): number {
  return hunks.reduce((sum, { old, new: now }) => sum + old.count + now.count, 0)
}
