import type { CrossCuttingConcern, Region, RepoPath } from '@chronicle/schema'
import type { CommitContext } from '../commit-context.ts'
import { fileRole } from '@chronicle/core/text'

/** How often a file changed together with another, in the examined part of the history. */
export interface CoChange {
  readonly path: RepoPath
  /** Number of commits that changed both files. */
  readonly together: number
  /** Number of commits that changed the given file. */
  readonly changes: number
}

/**
 * Returns the files that changed together with a file before a commit. The caller computes it, because it has the
 * history.
 */
export type CoChangeLookup = (path: RepoPath, context: CommitContext) => Promise<readonly CoChange[]>

/**
 * Minimum number of common commits for files to belong together, minimum share that these are of the commits of either
 * file, and maximum number of concerns.
 */
const MIN_COMMITS = 4
const MIN_SHARE = 0.6
const MAX_CONCERNS = 3

/** Finds files of the regions that have often changed together with other files, and did so again in this commit. */
export async function coChangeConcerns(
  regions: readonly Region[],
  context: CommitContext,
  lookup: CoChangeLookup,
): Promise<readonly CrossCuttingConcern[]> {
  const changed = new Set<string>(context.files.map(({ path }) => path).filter((path) => fileRole(path) === 'code'))
  const concerns = new Map<string, CrossCuttingConcern>()
  for (const file of new Set(regions.flatMap((region) => region.file ?? []))) {
    if (!changed.has(file)) continue
    for (const { path, together, changes } of await lookup(file as RepoPath, context)) {
      if (path === file || !changed.has(path) || together < MIN_COMMITS || together / changes < MIN_SHARE) continue
      // A file that changes often is in most commits of many others, and need not change with any of them.
      const back = (await lookup(path, context)).find((other) => other.path === file)
      if (back === undefined || back.together / back.changes < MIN_SHARE) continue
      const pair = [file, path].sort()
      concerns.set(pair.join('\n'), {
        description: `Until then, ${together} of ${changes} commits that changed ${file} changed ${path} too, and ${back.together} of ${back.changes} the other way round.`,
        regions: pair,
        nature: 'co-change',
        tags: [],
      })
    }
  }
  return [...concerns.values()].slice(0, MAX_CONCERNS)
}

/**
 * Counts co-changes in a list of commits, each given as its changed files. Commits that change many files say nothing,
 * and are skipped.
 */
export function countCoChanges(
  commits: readonly (readonly RepoPath[])[],
  widest = 20,
): (path: RepoPath) => readonly CoChange[] {
  const narrow = commits.filter((files) => files.length <= widest)
  return (path) => {
    const touching = narrow.filter((files) => files.includes(path))
    const counts = new Map<RepoPath, number>()
    for (const other of touching.flat()) if (other !== path) counts.set(other, (counts.get(other) ?? 0) + 1)
    return [...counts]
      .map(([other, together]) => ({ path: other, together, changes: touching.length }))
      .sort((a, b) => b.together - a.together || (a.path < b.path ? -1 : 1))
  }
}
