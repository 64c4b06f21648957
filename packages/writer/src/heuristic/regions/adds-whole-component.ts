import { fileRole } from '@chronicle/core/text'
import type { CommitContext } from '../../commit-context.ts'

/**
 * Maximum number of code lines that an ordinary commit writes. One with more adds a whole component, with its
 * documentation and tests.
 */
const MAX_WRITTEN = 1000

/** Returns whether a commit adds so much code that its comments and tests are not rules that somebody learned. */
export function addsWholeComponent({ files }: CommitContext): boolean {
  const written = files
    .flatMap(({ hunks, path }) => (fileRole(path) === 'code' ? hunks : []))
    .reduce((sum, hunk) => sum + hunk.new.count, 0)
  return written > MAX_WRITTEN
}
