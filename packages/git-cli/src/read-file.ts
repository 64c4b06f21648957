import { lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { readFile as readBytes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileContent, TreeEntry, TreeState } from '@chronicle/core/contracts'
import type { BlobId, RepoPath } from '@chronicle/schema'
import { GitFailure, throwIfAborted } from './git-failure.ts'
import { listIndex } from './list-index.ts'
import { objectIdOf } from './object-id.ts'
import type { Repository } from './open-repository.ts'
import { bytesOf, findEntry, isRepoPath } from './repository-objects.ts'

const NOTHING = new Uint8Array()
/** Smaller files are read at once: the trips to the thread pool take longer, and the first one starts its threads. */
const MAX_BYTES_AT_ONCE = 1_000_000

/** One file of a commit, of the index or of the working tree. */
export async function readFile(
  repository: Repository,
  at: TreeState,
  path: RepoPath,
): Promise<FileContent | undefined> {
  if (!isRepoPath(path)) return undefined
  if (at === 'WORKTREE') return readWorktreeFile(repository, path)
  const entry =
    at === 'INDEX' ? await findIndexEntry(repository, path) : await findEntry(repository.objects, at.commit, path)
  return entry === undefined ? undefined : readEntry(repository, entry)
}

async function readEntry(repository: Repository, entry: TreeEntry): Promise<FileContent | undefined> {
  const id = entry.id as BlobId
  if (entry.kind === 'tree') return undefined
  if (entry.kind === 'submodule') return { kind: 'submodule', id, bytes: NOTHING }
  const [object] = await repository.objects.contents([id])
  if (object === undefined) {
    throw new GitFailure(
      'missing_object',
      `The blob ${id} is not in the repository. Run "git fsck" to see what is lost.`,
      {
        data: { id },
      },
    )
  }
  return { kind: entry.kind === 'symlink' ? 'symlink' : 'file', id, bytes: bytesOf(object) }
}

/** The staged entry; of a path in conflict, our side. */
async function findIndexEntry(repository: Repository, path: RepoPath): Promise<TreeEntry | undefined> {
  const entries = (await listIndex(repository, path)).filter((entry) => entry.path === path)
  return entries.find(({ stage }) => stage === 0) ?? entries.find(({ stage }) => stage === 2)
}

/** The bytes as they are on the disk: no filter and no conversion of line ends is applied. */
async function readWorktreeFile(repository: Repository, path: RepoPath): Promise<FileContent | undefined> {
  const { info } = await repository.worktree()
  const file = join(info.worktreeDir, path)
  // A folder on the way that is a link leads to what is not in the repository, perhaps not even below it.
  const folder = present(() => realpathSync.native(dirname(file)))
  const top = realpathSync.native(info.worktreeDir)
  if (folder === undefined || folder !== dirname(join(top, path))) return undefined
  const stats = present(() => lstatSync(file))
  if (stats === undefined) return undefined
  if (stats.isDirectory()) return readSubmodule(repository, path, file)
  if (stats.isSymbolicLink()) {
    const target = readlinkSync(file, 'buffer')
    return uncommittedFile('symlink', target, info.objectFormat)
  }
  if (!stats.isFile()) return undefined
  if (stats.size > repository.maxObjectBytes) {
    throw new GitFailure(
      'file_too_large',
      `"${path}" has ${stats.size} bytes, more than this backend reads. Raise limits.objectBytes to read it.`,
      { data: { path, size: stats.size } },
    )
  }
  throwIfAborted(repository.signal)
  const bytes =
    stats.size > MAX_BYTES_AT_ONCE ? await readBytes(file, { signal: repository.signal }) : readFileSync(file)
  return uncommittedFile('file', bytes, info.objectFormat)
}

async function readSubmodule(repository: Repository, path: RepoPath, folder: string): Promise<FileContent | undefined> {
  const entry = await findIndexEntry(repository, path)
  if (entry?.kind !== 'submodule') return undefined
  const checkedOut = present(() => lstatSync(join(folder, '.git'))) !== undefined
  const head = checkedOut
    ? await repository.run({ args: ['rev-parse', 'HEAD'], cwd: folder, exitCodes: [0, 128] })
    : undefined
  const id = head?.exitCode === 0 ? head.stdout.toString('utf8').trim() : entry.id
  return { kind: 'submodule', id: id as BlobId, bytes: NOTHING }
}

/** The id is made when it is asked for: of a file without edits nobody does. */
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

/** Nothing is there; nor is there anything below a link that leads to itself. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

function present<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code)) return undefined
    throw error
  }
}
