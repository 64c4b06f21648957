import type { GitError } from '@chronicle/core/contracts'
import { isObjectId, ok, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { isPartialClone } from './read-commit-times.ts'

/**
 * Fetches, at one go, those of some blobs that a partial clone lacks. Git fetches them one by one when it reads them or
 * compares commits: an answer about one function took hundreds of connections. Does nothing in any other clone.
 *
 * What cannot be fetched is no failure here: whoever reads it is told by git.
 */
export function completeBlobs(repository: Repository, ids: readonly BlobId[]): ResultAsync<void, GitError> {
  const { blobs } = repository
  return safeTry(async function* () {
    const wanted = [...new Set(ids)].filter((id) => isObjectId(id) && blobs.here.get(id) === undefined)
    if (wanted.length < 2 || !(await mayLackBlobs(repository))) return ok()
    // Of the commands that git has long had, this is one that first fetches everything it lacks, with one connection.
    const packed = await repository.run({
      args: ['pack-objects', '--stdout', '--quiet', '--window=0'],
      input: `${wanted.join('\n')}\n`,
      onOutput: () => undefined,
    })
    if (packed.isOk()) for (const id of wanted) blobs.here.set(id, true)
    return ok()
  })
}

/** The same of the blobs that each of some commits changed. */
export function completeChangedBlobs(
  repository: Repository,
  commits: readonly CommitId[],
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    if (commits.length === 0 || !(await mayLackBlobs(repository))) return ok()
    const { stdout } = yield* repository.run({
      // Without renames, which are found by contents; of a merge, the files that differ from all of its parents.
      args: ['diff-tree', '--stdin', '-r', '-c', '--root', '--raw', '--no-abbrev', '--no-renames'],
      input: `${commits.join('\n')}\n`,
    })
    return completeBlobs(repository, blobsOfRows(stdout.toString('latin1')))
  })
}

/** Reads rows `:<mode> <mode> <id> <id> <status>`, with a colon, a mode and an id more for each further parent. */
function blobsOfRows(rows: string): readonly BlobId[] {
  return rows.split('\n').flatMap((row): readonly BlobId[] => {
    if (!row.startsWith(':')) return []
    const fields = row.replace(/^:+/, '').split(/[ \t]/)
    const modes = fields.slice(
      0,
      fields.findIndex((field) => isObjectId(field)),
    )
    const ids = fields.slice(modes.length, 2 * modes.length)
    return ids.filter((_, index) => modes[index] !== ABSENT && modes[index] !== SUBMODULE) as BlobId[]
  })
}

const ABSENT = '000000'
const SUBMODULE = '160000'

async function mayLackBlobs(repository: Repository): Promise<boolean> {
  return (repository.blobs.partial ??= await isPartialClone(repository))
}
