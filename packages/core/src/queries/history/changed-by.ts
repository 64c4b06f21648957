import { err, ok, type CommitId, type RepoPath, type Result } from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { FileVersions } from './file-versions.ts'
import { unitBody } from '../../place/unit-body.ts'

/**
 * Whether a commit made the code in question what it was: a region that speaks of the whole commit speaks of the code
 * then. A merge did where it is like none of its parents. With `isOurs`, only the units with these names count.
 */
export async function isChangedBy(
  { id, parents }: Pick<Commit, 'id' | 'parents'>,
  paths: readonly RepoPath[],
  isOurs: ((name: string) => boolean) | undefined,
  versionAt: FileVersions,
): Promise<Result<boolean, ReadError>> {
  const own = await stateAt(id, paths, isOurs, versionAt)
  if (own.isErr()) return err(own.error)
  if (own.value === '') return ok(false)
  for (const parent of parents) {
    const before = await stateAt(parent, paths, isOurs, versionAt)
    if (before.isErr()) return err(before.error)
    if (before.value === own.value) return ok(false)
  }
  return ok(true)
}

/** The code in question at a commit, as a text to compare; `''` where there is none of it. */
async function stateAt(
  commit: CommitId,
  paths: readonly RepoPath[],
  isOurs: ((name: string) => boolean) | undefined,
  versionAt: FileVersions,
): Promise<Result<string, ReadError>> {
  const parts: string[] = []
  for (const path of paths) {
    const version = await versionAt(commit, path)
    if (version.isErr()) return err(version.error)
    if (version.value === undefined) continue
    const { id, lines, units } = version.value
    if (isOurs === undefined) parts.push(`${path} ${id}`)
    else for (const unit of (await units()) ?? []) if (isOurs(unit.name)) parts.push(unitBody(lines, unit).text)
  }
  return ok(parts.join('\n'))
}
