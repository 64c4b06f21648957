import {
  closedError,
  codedError,
  valueOrThrow,
  type CallOptions,
  type CommitSummary,
  type FileContent,
  type GitBackend,
  type GitError,
  type LogRequest,
  type TreeState,
} from '@chronicle/core/contracts'
import {
  comparePaths,
  err,
  errAsync,
  ok,
  ResultAsync,
  type CommitId,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import { diffMemoryNotes, listMemoryNotes, readTip, writeMemoryNotes, memoryIdentity } from './memory-notes.ts'
import { listTree, readCommit, readEntry, readTree, type MemoryEntry } from './memory-objects.ts'
import { namesOfRefs, parentsOf, resolveName, type MemoryRepository } from './memory-repository.ts'

/**
 * Creates a `GitBackend` without git and without a disk. It does only what the contract requires: `withBlame` adds
 * blame and file history, and revisions can only be names and ids.
 */
export function memoryGit(repository: MemoryRepository): GitBackend {
  const { info, objects } = repository
  let isClosed = false
  const answer = <T>(options: CallOptions | undefined, work: () => Result<T, GitError>): ResultAsync<T, GitError> => {
    if (isClosed) return errAsync(closedError('memory'))
    return new ResultAsync(
      Promise.resolve(isAborted(options) ? err(codedError('aborted', 'The call was aborted.')) : work()),
    )
  }
  const found = <Id extends string, T>(ids: readonly Id[], read: (id: Id) => T | undefined): ReadonlyMap<Id, T> =>
    new Map(
      ids.flatMap((id): [Id, T][] => {
        const value = read(id)
        return value === undefined ? [] : [[id, value]]
      }),
    )

  return {
    name: 'memory',
    supports: {
      blame: false,
      history: false,
      revisions: false,
      writeNotes: true,
      diffNotes: true,
      sharing: false,
      diff: false,
      changesOf: false,
      rewrites: false,
      worktree: true,
      index: true,
      revisionExpressions: false,
      linkedWorktrees: true,
      objectFormats: ['sha1', 'sha256'],
    },
    describe: (options) => answer(options, () => ok(info)),
    resolve: (revision, options) => answer(options, () => ok(resolveName(repository, revision))),
    refNames: (options) => answer(options, () => ok(namesOfRefs(repository))),
    readCommits: (ids, options) =>
      answer(options, () =>
        ok(
          found(ids, (id) => {
            const commit = readCommit(objects, id)
            return commit && { ...commit, parents: parentsOf(repository, id) }
          }),
        ),
      ),
    readTrees: (ids, options) => answer(options, () => ok(found(ids, (id) => readTree(objects, id)))),
    readBlobs: (ids, options) =>
      answer(options, () =>
        ok(found(ids, (id) => (objects.get(id)?.type === 'blob' ? objects.get(id)?.bytes : undefined))),
      ),
    readFile: (at, path, options) => answer(options, () => readMemoryFile(repository, at, path)),
    listFiles: (at, under, options) =>
      answer(options, () =>
        listMemoryFiles(repository, at).map((paths) =>
          paths.filter((path) => under === undefined || path.startsWith(`${under}/`)).sort(comparePaths),
        ),
      ),
    listNotes: (ref, options) =>
      answer(options, () => {
        const tip = readTip(repository, ref)
        return ok({ tip, notes: listMemoryNotes(repository, tip) })
      }),
    notesTip: (ref, options) => answer(options, () => ok(readTip(repository, ref))),
    diffNotes: (from, to, options) => answer(options, () => diffMemoryNotes(repository, from, to)),
    writeNotes: (ref, expected, notes, options) =>
      answer(options, () => {
        const { message = 'Notes\n', dropHistory = false } = options ?? {}
        return writeMemoryNotes(repository, ref, expected, notes, { message, dropHistory })
      }),
    identity: (options) => answer(options, () => memoryIdentity(repository)),
    async *log(request, options) {
      valueOrThrow(await answer(undefined, () => ok(undefined)))
      yield* walkLog(repository, request, options)
    },
    close: () => {
      isClosed = true
      return Promise.resolve()
    },
  }
}

function filesAt(repository: MemoryRepository, at: Exclude<TreeState, 'WORKTREE'>): ReadonlyMap<string, MemoryEntry> {
  if (at === 'INDEX') return repository.index
  const tree = readCommit(repository.objects, at.commit)?.tree
  return tree === undefined ? new Map() : listTree(repository.objects, tree)
}

function readMemoryFile(
  repository: MemoryRepository,
  at: TreeState,
  path: RepoPath,
): Result<FileContent | undefined, GitError> {
  if (at === 'WORKTREE') return worktreeOf(repository).map((files) => files.get(path))
  const entry = filesAt(repository, at).get(path)
  return ok(entry && readEntry(repository.objects, entry))
}

function listMemoryFiles(repository: MemoryRepository, at: TreeState): Result<RepoPath[], GitError> {
  if (at === 'WORKTREE') return worktreeOf(repository).map(pathsOfFiles)
  return ok(pathsOfFiles(filesAt(repository, at)))
}

function pathsOfFiles(files: ReadonlyMap<string, { readonly kind: string }>): RepoPath[] {
  return [...files].filter(([, { kind }]) => kind !== 'submodule').map(([path]) => path as RepoPath)
}

function worktreeOf({ worktree }: MemoryRepository): Result<ReadonlyMap<string, FileContent>, GitError> {
  if (worktree !== undefined) return ok(worktree)
  return err(codedError('unsupported', 'A bare repository has no working tree. Ask for a revision, such as HEAD.'))
}

/**
 * Walks the history, newest commit first. With a path, simplifies it as git does: if a commit has the same content as a
 * parent, only that parent is followed.
 */
async function* walkLog(
  repository: MemoryRepository,
  { from, path, limit = Infinity }: LogRequest,
  options: CallOptions | undefined,
): AsyncGenerator<CommitSummary> {
  const queue: CommitId[] = [from]
  const seen = new Set<CommitId>(queue)
  let count = 0
  while (queue.length > 0 && count < limit) {
    queue.sort((a, b) => timeOf(repository, b) - timeOf(repository, a))
    const id = queue.shift()
    const commit = id && readCommit(repository.objects, id)
    if (commit === undefined || isAborted(options)) return
    const parents = parentsOf(repository, commit.id)
    const now = path === undefined ? undefined : stateOf(repository, commit.id, path)
    const same = path === undefined ? undefined : parents.find((parent) => stateOf(repository, parent, path) === now)
    for (const parent of same === undefined ? parents : [same]) {
      if (!seen.has(parent)) queue.push(parent)
      seen.add(parent)
    }
    if (same !== undefined || (path !== undefined && parents.length === 0 && now === '')) continue
    count++
    yield {
      id: commit.id,
      parents,
      authorName: commit.author.name,
      committedAt: commit.committer.time,
      subject: (commit.message.split(/\n\s*\n/)[0] ?? '').trim().replaceAll('\n', ' '),
    }
  }
}

function stateOf(repository: MemoryRepository, commit: CommitId, path: string): string {
  const files = [...filesAt(repository, { commit })]
  return files
    .filter(([name]) => name === path || name.startsWith(`${path}/`))
    .map(([name, { kind, id }]) => `${name}\0${kind}\0${id}`)
    .join('\n')
}

function timeOf(repository: MemoryRepository, commit: CommitId): number {
  return readCommit(repository.objects, commit)?.committer.time ?? 0
}

function isAborted(options: CallOptions | undefined): boolean {
  return options?.signal?.aborted === true
}
