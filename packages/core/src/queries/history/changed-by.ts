import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { FileVersions } from './file-versions.ts'
import { unitBody } from '../../place/unit-body.ts'

/**
 * Whether a commit made the code in question what it was: a region that speaks of the whole commit speaks of the code
 * then. A merge did where it is like none of its parents. With `isOurs`, only the units with these names count.
 */
export function isChangedBy(
  { id, parents }: Pick<Commit, 'id' | 'parents'>,
  paths: readonly RepoPath[],
  isOurs: ((name: string) => boolean) | undefined,
  versionAt: FileVersions,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const own = yield* stateAt(id, paths, isOurs, versionAt)
    if (own === '') return ok(false)
    for (const parent of parents) {
      const before = yield* stateAt(parent, paths, isOurs, versionAt)
      if (before === own) return ok(false)
    }
    return ok(true)
  })
}

/** The code in question at a commit, as a text to compare; `''` where there is none of it. */
function stateAt(
  commit: CommitId,
  paths: readonly RepoPath[],
  isOurs: ((name: string) => boolean) | undefined,
  versionAt: FileVersions,
): ResultAsync<string, ReadError> {
  return safeTry(async function* () {
    const parts: string[] = []
    for (const path of paths) {
      const version = yield* versionAt(commit, path)
      if (version === undefined) continue
      const { id, lines, units } = version
      if (isOurs === undefined) parts.push(`${path} ${id}`)
      else for (const unit of (await units()) ?? []) if (isOurs(unit.name)) parts.push(unitBody(lines, unit).text)
    }
    return ok(parts.join('\n'))
  })
}
