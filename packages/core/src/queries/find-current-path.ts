import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { FileHistory } from '../history/file-history.ts'
import type { QueriedCommit, ReadContext } from '../read/read-context.ts'

/**
 * Finds the path of a file at the queried commit: the same path, or one it was renamed to. `undefined` when it is gone.
 */
export type FindCurrentPath = (path: string) => ResultAsync<RepoPath | undefined, ReadError>

/** Maximum number of names through which one file is followed. */
const MAX_NAMES = 20

/** Creates the function. It looks up each path once. */
export function createFindCurrentPath({
  context,
  queried,
}: {
  readonly context: ReadContext
  readonly queried: QueriedCommit
}): FindCurrentPath {
  const known = new Map<string, RepoPath | undefined>()

  function find(path: RepoPath): ResultAsync<RepoPath | undefined, ReadError> {
    return safeTry(async function* () {
      const names = new Set<RepoPath>()
      for (let name: RepoPath | undefined = path; name !== undefined && names.size < MAX_NAMES;) {
        if (names.has(name)) break
        names.add(name)
        const content = yield* context.git.readFile({ commit: queried.head }, name, context.call)
        if (content !== undefined) return ok(name)
        const history: FileHistory = yield* context.fileHistory(queried.head, name, context.call)
        name = history.revisions[0]?.renamedTo
      }
      return ok(undefined)
    })
  }

  return (path) =>
    safeTry(async function* () {
      if (known.has(path)) return ok(known.get(path))
      const found = await find(path as RepoPath)
      if (found.isOk()) known.set(path, found.value)
      return found
    })
}
