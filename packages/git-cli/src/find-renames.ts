import type { GitError } from '@chronicle/core/contracts'
import { ok, okAsync, ResultAsync, safeTry, type BlobId, type CommitId, type RepoPath } from '@chronicle/schema'
import { compareOnce, parseRawRow, RAW_OPTIONS } from './compare-pairs.ts'
import type { RawRow } from './compared-row.ts'
import type { FormerName, ParentPair } from './followed-name.ts'
import type { Repository } from './open-repository.ts'

interface DeletedFile {
  readonly path: RepoPath
  readonly blob: BlobId
  readonly mode: string
}

/** Maximum number of paths in one command, and of their bytes: a command line of Windows has up to 32,767 characters. */
const MAX_SOURCES = 500
const MAX_SOURCE_BYTES = 24_000

/**
 * Finds the former name of a file that a parent lacks: the most similar of the files that the commit deleted, as
 * `git blame` finds it. Unlike in `git diff --find-renames`, other new files do not compete for it: a file that was
 * split in two continues in both.
 */
export function findFormerNames(
  repository: Repository,
  pairs: readonly ParentPair[],
  path: RepoPath,
): ResultAsync<ReadonlyMap<ParentPair, FormerName>, GitError> {
  return safeTry(async function* () {
    const added = new Map<ParentPair, RawRow>()
    const deleted = new Map<ParentPair, DeletedFile[]>()
    const addedFolders = new Map<ParentPair, Set<string>>()
    const options = ['--no-renames', '--diff-filter=AD']
    for (const { pair, row, paths } of yield* compareOnce(repository, pairs, options)) {
      if (row.status === 'A') {
        if (paths[0] === path) added.set(pair, row)
        const folders = addedFolders.get(pair) ?? new Set()
        addedFolders.set(pair, folders)
        for (const folder of foldersOf(paths[0])) folders.add(folder)
      }
      if (row.status !== 'D' || row.before === undefined) continue
      const known = deleted.get(pair) ?? []
      known.push({ path: paths[0], blob: row.before, mode: row.modeBefore })
      deleted.set(pair, known)
    }
    const sourceOf = (
      pair: ParentPair,
      target: RawRow,
    ): ResultAsync<readonly (readonly [ParentPair, FormerName])[], GitError> => {
      const gone = deleted.get(pair) ?? []
      const identical = gone.filter(({ blob, mode }) => blob === target.after && isSameType(mode, target.modeAfter))
      const candidates = identical.length > 0 ? identical : gone
      const source =
        identical.length === 1
          ? okAsync(identical[0])
          : mostSimilar(repository, pair, path, candidates, addedFolders.get(pair) ?? new Set())
      return source.map((file) => (file === undefined ? [] : [[pair, { ...file, parent: pair[1] }]]))
    }
    // Started all at once: the runner limits the number of processes. The results are in the order of the pairs.
    const found = yield* ResultAsync.combine([...added].map(([pair, target]) => sourceOf(pair, target)))
    return ok(new Map(found.flat()))
  })
}

function isSameType(one: string, other: string): boolean {
  return one === other || (one.startsWith('100') && other.startsWith('100'))
}

/** Returns the folders that contain a path: `a` and `a/b` for `a/b/c`. */
function foldersOf(path: RepoPath): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, at) => names.slice(0, at + 1).join('/'))
}

/** Divides sources into batches that fit into one command. A batch has at least two, so that there are always fewer. */
function batchesOf(sources: readonly DeletedFile[]): readonly (readonly DeletedFile[])[] {
  const batches: DeletedFile[][] = []
  let bytes = 0
  for (const source of sources) {
    const batch = batches.at(-1)
    // The quotes around it, and the blank after it.
    const size = Buffer.byteLength(source.path) + 3
    const isFull =
      batch !== undefined && batch.length > 1 && (batch.length === MAX_SOURCES || bytes + size > MAX_SOURCE_BYTES)
    if (batch === undefined || isFull) {
      batches.push([source])
      bytes = size
    } else {
      batch.push(source)
      bytes += size
    }
  }
  return batches
}

/**
 * Returns the most similar of many sources: compares batches that fit into one command, then the winners of the
 * batches.
 */
function mostSimilar(
  repository: Repository,
  [commit, parent]: ParentPair,
  path: RepoPath,
  sources: readonly DeletedFile[],
  addedFolders: ReadonlySet<string>,
): ResultAsync<Omit<FormerName, 'parent'> | undefined, GitError> {
  return safeTry(async function* () {
    const winners: DeletedFile[] = []
    for (const some of batchesOf(sources)) {
      // If a file became a folder, its name as a pathspec also matches the files in that folder. Copy detection does
      // not let those use up a source.
      const detection = some.some((source) => addedFolders.has(source.path)) ? '--find-copies' : '--find-renames'
      const { stdout } = yield* repository.run({
        args: [
          ...['diff-tree', ...RAW_OPTIONS, detection, '--diff-filter=CR', parent, commit],
          ...['--', path, ...some.map((source) => source.path)],
        ],
        cwd: (yield* repository.locate()).top,
      })
      const fields = stdout.toString('utf8').split('\0')
      for (let index = 0; index + 2 < fields.length; index += 3) {
        const source = some.find((candidate) => candidate.path === fields[index + 1])
        if (parseRawRow(fields[index] ?? '') !== undefined && fields[index + 2] === path && source) winners.push(source)
      }
    }
    if (winners.length < 2) return ok(winners[0])
    return mostSimilar(repository, [commit, parent], path, winners, addedFolders)
  })
}

/**
 * Finds the new names of deleted files by commit, as `git diff --find-renames` pairs all deleted files with all new
 * ones.
 */
export function findNewNames(
  repository: Repository,
  pairs: readonly ParentPair[],
  path: RepoPath,
): ResultAsync<ReadonlyMap<CommitId, RepoPath>, GitError> {
  return safeTry(async function* () {
    const found = new Map<CommitId, RepoPath>()
    const options = ['--find-renames', '--diff-filter=R']
    for (const { pair, paths } of yield* compareOnce(repository, pairs, options)) {
      const [from, to] = paths
      if (from === path && to !== undefined) found.set(pair[0], to)
    }
    return ok(found)
  })
}
