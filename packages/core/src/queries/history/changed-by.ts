import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { FileVersions } from './file-versions.ts'
import { unitBody } from '../../place/unit-body.ts'

/** Returns the commits that changed the queried code, as `isChangedBy` tells. Newest first where limits matter. */
export function changingCommits(
  ids: readonly CommitId[],
  paths: readonly RepoPath[],
  isOurs: ((name: string) => boolean) | undefined,
  versionAt: FileVersions,
  { call, git }: Pick<ReadContext, 'call' | 'git'>,
): ResultAsync<ReadonlySet<CommitId>, ReadError> {
  return safeTry(async function* () {
    const commits = yield* git.readCommits(ids, call)
    const changing = new Set<CommitId>()
    for (const id of ids) {
      const commit = commits.get(id)
      const isChanging = commit !== undefined && (yield* isChangedBy(commit, paths, isOurs, versionAt))
      if (isChanging) changing.add(id)
    }
    return ok(changing)
  })
}

/**
 * Whether a commit changed the queried code, so that a region about the whole commit was about that code. A merge
 * counts when the code differs from that of every parent. With `isOurs`, only units with these names count.
 */
function isChangedBy(
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

/** Returns the queried code at a commit as a text for comparison; `''` when there is none. */
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
