import type { CrossCuttingConcern, Region, RepoPath } from '@chronicle/schema'
import type { CommitContext } from '../commit-context.ts'
import { fileRole } from '@chronicle/core/text'

/** How often a file changed together with another, in the part of the history that was looked at. */
export interface CoChange {
  readonly path: RepoPath
  /** Commits that changed both. */
  readonly together: number
  /** Commits that changed the file that was asked about. */
  readonly changes: number
}

/** What changes together with a file before a commit: computed by the caller, who has the history. */
export type CoChangeLookup = (path: RepoPath, context: CommitContext) => Promise<readonly CoChange[]>

/** What it takes to say that files belong together. */
const LEAST_COMMITS = 4
const LEAST_SHARE = 0.6
const MOST_CONCERNS = 3

/** Files of the regions that have changed, and changed again in this commit, together with others. */
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
      if (path === file || !changed.has(path) || together < LEAST_COMMITS || together / changes < LEAST_SHARE) continue
      const pair = [file, path].sort()
      concerns.set(pair.join('\n'), {
        description: `${path} was changed in ${together} of the ${changes} commits before this one that changed ${file}, and is in this one.`,
        regions: pair,
        nature: 'co-change',
        tags: [],
      })
    }
  }
  return [...concerns.values()].slice(0, MOST_CONCERNS)
}

/** Looks up co-changes in a list of commits: of each, the files it changed. Wide commits say nothing and are left out. */
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
