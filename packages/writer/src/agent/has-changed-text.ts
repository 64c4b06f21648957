import type { ChangedFile } from '../commit-context.ts'

/** Whether a file has changed lines of text to show. */
export function hasChangedText({ before, after, hunks }: ChangedFile): boolean {
  return hunks.length > 0 && (before !== undefined || after !== undefined)
}
