import type { GitError } from '@chronicle/core/contracts'
import { isObjectId, ok, okAsync, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { isPartialClone } from './read-commit-times.ts'

/**
 * Fetches the given blobs that a partial clone lacks, in one connection. Git fetches them one by one when it reads them
 * or compares commits, so an answer about one function took hundreds of connections. Does nothing in any other clone.
 *
 * A failed fetch is not a failure here: git reports it to whoever reads the blob.
 */
export function fetchMissingBlobs(repository: Repository, ids: readonly BlobId[]): ResultAsync<void, GitError> {
  const { blobs } = repository
  return safeTry(async function* () {
    const wanted = [...new Set(ids)].filter((id) => isObjectId(id) && blobs.here.get(id) === undefined)
    if (wanted.length < 2 || !(yield* mayLackBlobs(repository))) return ok()
    // Of the commands in old versions of git, this one fetches everything it lacks first, with one connection.
    const packed = await repository.run({
      args: ['pack-objects', '--stdout', '--quiet', '--window=0'],
      input: `${wanted.join('\n')}\n`,
      onOutput: () => undefined,
    })
    if (packed.isOk()) for (const id of wanted) blobs.here.set(id, true)
    return ok()
  })
}

/** Does the same for the blobs that the given commits changed. */
export function completeChangedBlobs(
  repository: Repository,
  commits: readonly CommitId[],
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    if (commits.length === 0 || !(yield* mayLackBlobs(repository))) return ok()
    const { stdout } = yield* repository.run({
      // Without renames, because finding them needs the contents. For a merge, only the files that differ from all
      // parents.
      args: ['diff-tree', '--stdin', '-r', '-c', '--root', '--raw', '--no-abbrev', '--no-renames'],
      input: `${commits.join('\n')}\n`,
    })
    return fetchMissingBlobs(repository, blobsOfRows(stdout.toString('latin1')))
  })
}

/** Parses rows `:<mode> <mode> <id> <id> <status>`, which have one more colon, mode and id for each further parent. */
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

function mayLackBlobs(repository: Repository): ResultAsync<boolean, GitError> {
  const { blobs } = repository
  if (blobs.partial !== undefined) return okAsync(blobs.partial)
  return isPartialClone(repository).andTee((partial) => (blobs.partial = partial))
}
