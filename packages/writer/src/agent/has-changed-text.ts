import type { ChangedFile } from '../commit-context.ts'

/** Whether there are changed lines to look at. */
export function hasChangedText({ before, after, hunks }: ChangedFile): boolean {
  return hunks.length > 0 && (before !== undefined || after !== undefined)
}
