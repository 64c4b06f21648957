import {
  err,
  isFolderPath,
  ok,
  safeTry,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'

/** Returns the blob that a commit wrote to a file. `undefined` means only that it is unknown. */
export type BlobAt = (commit: CommitId, path: RepoPath) => BlobId | undefined

/** A file whose two states are compared. */
export interface ComparedFile {
  readonly path: RepoPath
  readonly before: CommitId
  readonly after: CommitId
}

/** Known blobs of many commits, without walking their trees, and texts that were read ahead. */
export interface FileStates {
  readonly blobAt: BlobAt
  /** Returns a text; `undefined` when it was not read ahead. */
  textOf(blob: BlobId): Uint8Array | undefined
  /** Reads the texts of differing files in one batch. Only the texts of the last two batches are kept. */
  readAhead(files: readonly ComparedFile[], call: CallOptions): ResultAsync<void, GitError>
}

export function createFileStates(git: Pick<GitBackend, 'readBlobs'>, blobAt: BlobAt): FileStates {
  let [earlier, latest]: readonly ReadonlyMap<BlobId, Uint8Array>[] = [new Map(), new Map()]
  const textOf = (blob: BlobId): Uint8Array | undefined => latest?.get(blob) ?? earlier?.get(blob)
  return {
    blobAt,
    textOf,
    readAhead(files, call) {
      return safeTry(async function* () {
        const wanted = new Set<BlobId>()
        for (const { path, before, after } of files) {
          if (isFolderPath(path)) continue
          const [older, newer] = [blobAt(before, path), blobAt(after, path)]
          if (older !== undefined && newer !== undefined && older !== newer) wanted.add(older).add(newer)
        }
        if (wanted.size === 0) return ok(undefined)
        const read = await git.readBlobs([...wanted], call)
        // A file that is too large is left to the code that needs it.
        if (read.isErr()) return read.error.code === 'file_too_large' ? ok(undefined) : err(read.error)
        earlier = latest
        latest = read.value
        return ok(undefined)
      })
    },
  }
}

/** Minimum number of commits for which querying the written blobs is cheaper than walking their trees. */
const MIN_COMMITS = 32

/** Queries in one batch which blobs commits wrote. Does nothing for fewer than `MIN_COMMITS` commits. */
export function askWrittenBlobs(
  git: GitBackend,
  commits: readonly CommitId[],
  known: BlobAt | undefined,
  call: CallOptions,
): ResultAsync<BlobAt, GitError> {
  return safeTry(async function* () {
    if (known !== undefined) return ok(known)
    if (git.changeKeys === undefined || commits.length < MIN_COMMITS) return ok(() => undefined)
    const keys = await git.changeKeys(
      commits.map((commit) => ({ commit })),
      call,
    )
    return keys.map((all): BlobAt => {
      const files = new Map(commits.map((commit, index) => [commit, all[index]?.files ?? []]))
      return (commit, path) => files.get(commit)?.find(([each]) => each === path)?.[1]
    })
  })
}
