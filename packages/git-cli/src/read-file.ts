import { lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { readFile as readBytes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codedError, type FileContent, type GitError, type TreeEntry, type TreeState } from '@chronicle/core/contracts'
import {
  err,
  fromThrowable,
  ok,
  okAsync,
  ResultAsync,
  safeTry,
  type BlobId,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import { checkAborted, toGitError } from './git-failure.ts'
import { listIndex } from './list-index.ts'
import { objectIdOf } from './object-id.ts'
import type { Repository } from './open-repository.ts'
import { bytesOf, findEntry, isRepoPath } from './repository-objects.ts'

const NOTHING = new Uint8Array()
/**
 * Maximum size of a file that is read synchronously: thread pool calls take longer for small files, and the first one
 * starts the threads.
 */
const MAX_BYTES_AT_ONCE = 1_000_000

/** Reads a file from a commit, the index or the working tree. */
export function readFile(
  repository: Repository,
  at: TreeState,
  path: RepoPath,
): ResultAsync<FileContent | undefined, GitError> {
  if (!isRepoPath(path)) return okAsync(undefined)
  if (at === 'WORKTREE') return readWorktreeFile(repository, path)
  const entry = at === 'INDEX' ? findIndexEntry(repository, path) : findEntry(repository, at.commit, path)
  return entry.andThen((found) => (found === undefined ? okAsync(undefined) : readEntry(repository, found)))
}

function readEntry({ objects }: Repository, { id, kind }: TreeEntry): ResultAsync<FileContent | undefined, GitError> {
  if (kind === 'tree') return okAsync(undefined)
  if (kind === 'submodule') return okAsync({ kind, id: id as BlobId, bytes: NOTHING })
  const lost = `The blob ${id} is not in the repository. Run "git fsck" to see what is lost.`
  return objects
    .contents([id])
    .andThen(([object]) =>
      object === undefined ? err(codedError('missing_object', lost, { data: { id } })) : bytesOf(object),
    )
    .map((bytes) => ({ kind: kind === 'symlink' ? kind : 'file', id: id as BlobId, bytes }))
}

/** Returns the staged entry, or our side of a path in conflict. */
function findIndexEntry(repository: Repository, path: RepoPath): ResultAsync<TreeEntry | undefined, GitError> {
  return listIndex(repository, path).map((listed) => {
    const entries = listed.filter((entry) => entry.path === path)
    return entries.find(({ stage }) => stage === 0) ?? entries.find(({ stage }) => stage === 2)
  })
}

/** Reads the bytes on disk, without filters or conversion of line ends. */
function readWorktreeFile(repository: Repository, path: RepoPath): ResultAsync<FileContent | undefined, GitError> {
  return safeTry(async function* () {
    const { info } = yield* repository.worktree()
    const file = join(info.worktreeDir, path)
    // A parent folder that is a symbolic link leads outside the repository's content, perhaps outside its folder.
    const folder = yield* present(() => realpathSync.native(dirname(file)))
    const top = yield* onDisk(() => realpathSync.native(info.worktreeDir))
    if (folder === undefined || folder !== dirname(join(top, path))) return ok(undefined)
    const stats = yield* present(() => lstatSync(file))
    if (stats === undefined) return ok(undefined)
    if (stats.isDirectory()) return readSubmodule(repository, path, file)
    if (stats.isSymbolicLink()) {
      const target = yield* onDisk(() => readlinkSync(file, 'buffer'))
      return ok(uncommittedFile('symlink', target, info.objectFormat))
    }
    if (!stats.isFile()) return ok(undefined)
    if (stats.size > repository.maxObjectBytes) {
      return err(
        codedError(
          'file_too_large',
          `"${path}" has ${stats.size} bytes, more than this backend reads. Raise limits.objectBytes to read it.`,
          { data: { path, size: stats.size } },
        ),
      )
    }
    yield* checkAborted(repository.signal)
    const bytes =
      stats.size > MAX_BYTES_AT_ONCE
        ? yield* ResultAsync.fromPromise(readBytes(file, { signal: repository.signal }), toGitError)
        : yield* onDisk(() => readFileSync(file))
    return ok(uncommittedFile('file', bytes, info.objectFormat))
  })
}

function readSubmodule(
  repository: Repository,
  path: RepoPath,
  folder: string,
): ResultAsync<FileContent | undefined, GitError> {
  return safeTry(async function* () {
    const entry = yield* findIndexEntry(repository, path)
    if (entry?.kind !== 'submodule') return ok(undefined)
    const checkedOut = (yield* present(() => lstatSync(join(folder, '.git')))) !== undefined
    const head = checkedOut
      ? yield* repository.run({ args: ['rev-parse', 'HEAD'], cwd: folder, exitCodes: [0, 128] })
      : undefined
    const id = head?.exitCode === 0 ? head.stdout.toString('utf8').trim() : entry.id
    return ok({ kind: 'submodule', id: id as BlobId, bytes: NOTHING })
  })
}

/** The id is computed on demand: nobody needs it for a file without edits. */
function uncommittedFile(kind: FileContent['kind'], bytes: Uint8Array, objectFormat: 'sha1' | 'sha256'): FileContent {
  let id: BlobId | undefined
  return {
    kind,
    get id() {
      return (id ??= objectIdOf({ type: 'blob', bytes }, objectFormat) as BlobId)
    },
    bytes,
  }
}

/** Nothing exists at the path, or it is below a link that points to itself. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/** Returns the result of a file system call, or `undefined` if nothing exists there. */
function present<T>(look: () => T): Result<T | undefined, GitError> {
  const seen = fromThrowable(look, (thrown) => thrown)()
  return seen.orElse((thrown) =>
    ABSENT.has((thrown as NodeJS.ErrnoException).code) ? ok(undefined) : err(toGitError(thrown)),
  )
}

function onDisk<T>(look: () => T): Result<T, GitError> {
  return fromThrowable(look, toGitError)()
}
