import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { isFolderPlace } from '../place/folder-places.ts'
import type { ReadError } from '../read/read-error.ts'
import type { FindCurrentPath } from './find-current-path.ts'
import type { OpenedQuery } from './place-query.ts'

/** Maximum number of annotated paths to follow that are no longer files. */
const MAX_FOLLOWED = 100

/**
 * Finds the annotated paths below a folder that are no longer files. Returns the current path of each with its earlier
 * paths.
 */
export function renamedPaths(
  folder: RepoPath | '',
  findCurrentPath: FindCurrentPath,
  { context: { call, git, report }, queried, view }: OpenedQuery,
): ResultAsync<ReadonlyMap<RepoPath, readonly RepoPath[]>, ReadError> {
  return safeTry(async function* () {
    const annotated = yield* view.pathsUnder(folder, call)
    const present = yield* git.listFiles({ commit: queried.head }, undefined, call)
    const there = new Set<RepoPath>(present)
    const gone = annotated.map(({ path }) => path).filter((path) => !there.has(path) && !isFolderPlace(path))
    if (gone.length > MAX_FOLLOWED) {
      const message = `${gone.length} annotated paths are in no file any more; ${MAX_FOLLOWED} were followed to their new names.`
      report({ code: 'renames_limited', severity: 'info', message })
    }
    const renamed = new Map<RepoPath, RepoPath[]>()
    for (const path of gone.slice(0, MAX_FOLLOWED)) {
      const now = yield* findCurrentPath(path)
      if (now !== undefined) renamed.set(now, [...(renamed.get(now) ?? []), path])
    }
    return ok(renamed)
  })
}
