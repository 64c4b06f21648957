import { fileRole } from '@chronicle/core/text'
import type { CommitContext } from '../../commit-context.ts'

/** A commit that writes more lines of code than this brings a whole, with its documentation and all of its tests. */
const MAX_WRITTEN = 1000

/** Returns whether a commit brings so much code that a comment or a test in it is no rule that somebody came to know. */
export function bringsWhole({ files }: CommitContext): boolean {
  const written = files
    .flatMap(({ hunks, path }) => (fileRole(path) === 'code' ? hunks : []))
    .reduce((sum, hunk) => sum + hunk.new.count, 0)
  return written > MAX_WRITTEN
}
