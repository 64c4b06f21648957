import { ok, ResultAsync, safeTry, type RepoPath } from '@chronicle/schema'
import { isFolderPlace } from '../place/folder-places.ts'
import type { ReadError } from '../read/read-error.ts'
import type { OpenedQuery } from './place-query.ts'

/** Maximum number of annotated paths to follow that are no longer files; each may require a walk of the history. */
const MAX_FOLLOWED = 100

/**
 * Finds the annotated paths below a folder that are no longer files. Returns the current path of each with its earlier
 * paths.
 */
export function renamedPaths(
  folder: RepoPath | '',
  opened: OpenedQuery,
): ResultAsync<ReadonlyMap<RepoPath, readonly RepoPath[]>, ReadError> {
  return safeTry(async function* () {
    const annotated = yield* opened.view.pathsUnder(folder, opened.context.call)
    const current = yield* currentPaths(
      annotated.map(({ path }) => path),
      opened,
    )
    const renamed = new Map<RepoPath, RepoPath[]>()
    for (const [path, now] of current) {
      if (now !== undefined && now !== path) renamed.set(now, [...(renamed.get(now) ?? []), path])
    }
    return ok(renamed)
  })
}

/**
 * Returns the current path of each recorded file, except folders: `undefined` when it is gone, missing when it was not
 * followed.
 */
export function currentPaths(
  recorded: readonly RepoPath[],
  { context: { call, git, report }, placing, queried }: OpenedQuery,
  max: number = MAX_FOLLOWED,
): ResultAsync<ReadonlyMap<RepoPath, RepoPath | undefined>, ReadError> {
  return safeTry(async function* () {
    const files = [...new Set(recorded)].filter((file) => !isFolderPlace(file))
    if (files.length === 0) return ok(new Map())
    const present = new Set(yield* git.listFiles({ commit: queried.head }, undefined, call))
    const now = new Map<RepoPath, RepoPath | undefined>(
      files.filter((file) => present.has(file)).map((file) => [file, file]),
    )
    const absent = files.filter((file) => !present.has(file))
    const followed = absent.slice(0, max)
    // Started all at once, so that git searches for some while others are read.
    const found = yield* ResultAsync.combine(followed.map((file) => placing.pathNow(file)))
    for (const [index, file] of followed.entries()) now.set(file, found[index])
    if (absent.length > max) {
      const message = `${absent.length} recorded files are not there any more; ${max} were followed to their new names.`
      report({ code: 'renames_limited', severity: 'info', message })
    }
    return ok(now)
  })
}
