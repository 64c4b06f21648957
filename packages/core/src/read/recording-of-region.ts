import type { Annotation, Recording } from '@chronicle/schema'
import type { Commit } from '../contracts/git-backend.ts'

/** An annotation made later than this after its commit was not made while committing. */
const A_DAY = 86_400_000

/**
 * Returns when and by whom a region was recorded, where the reader should know: more than a day after its commit, or by
 * somebody other than the commit's author.
 */
export function recordingOfRegion(
  { timestamp }: Pick<Annotation, 'timestamp'>,
  commit: Commit | undefined,
): Recording | undefined {
  const at = Date.parse(timestamp)
  const committedAt = commit === undefined ? Number.NaN : commit.committer.time * 1000
  if (!(at - committedAt > A_DAY)) return undefined
  return { at: timestamp }
}
