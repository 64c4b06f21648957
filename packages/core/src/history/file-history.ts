import {
  ok,
  omitUndefined,
  safeTry,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { CommitSummary, FileRevision, GitBackend, GitError } from '../contracts/git-backend.ts'
import { listLog, visitAncestors } from '../contracts/list-log.ts'
import { createSingleFlight } from '../contracts/single-flight.ts'
import { createPathSlots } from '../cache/path-slots.ts'
import { createRecentMap } from '../contracts/recent-map.ts'
import type { Ancestry } from './ancestry.ts'

/** Paths that commits changed besides one file, by commit. */
export type ChangedTogether = ReadonlyMap<CommitId, readonly RepoPath[]>

/** The revisions of a file under all of its names, and the files that changed together with it. */
export interface FileHistory {
  /** Newest first. Empty for a path that never existed. */
  readonly revisions: readonly FileRevision[]
  /**
   * Returns the other paths that commits of `revisions` changed and from which code may have been moved. Read on first
   * use. Commits that changed very many files are omitted: nobody moves a single function that way.
   */
  changedTogether(options?: CallOptions): ResultAsync<ChangedTogether, GitError>
}

/** Reads the history of a file up to a commit. */
export type ReadFileHistory = (
  head: CommitId,
  path: RepoPath,
  options?: CallOptions,
) => ResultAsync<FileHistory, GitError>

interface StoredHistory {
  readonly head: CommitId
  /** Committer time of `head`, in seconds. */
  readonly headAt: number
  readonly revisions: readonly FileRevision[]
  /** Absent until first requested. */
  readonly together?: readonly (readonly [CommitId, readonly RepoPath[]])[]
}

/** Maximum number of files whose history is cached in memory. */
const MEMORY_ENTRIES = 256
/** Maximum number of revisions whose other files are examined, newest first. */
const MAX_MOVING_COMMITS = 200
/** Maximum number of files changed by a commit that may move code between them. */
const MAX_MOVED_FILES = 50

/**
 * Caches histories in memory, and in `storage` with one slot per path; `storage` must be absent for a history that is
 * cut off. After the head has advanced, only the newer commits are read.
 */
export function createReadFileHistory(git: GitBackend, ancestry: Ancestry, storage?: CacheStorage): ReadFileHistory {
  const memory = createRecentMap<string, StoredHistory>(MEMORY_ENTRIES)
  const slots = createPathSlots<StoredHistory>('revisions', 2, storage)
  const share = createSingleFlight<StoredHistory, GitError>()

  async function known(path: RepoPath): Promise<StoredHistory | undefined> {
    const remembered = memory.get(path)
    if (remembered !== undefined) return remembered
    const stored = await slots.read(path)
    // Adding it to memory prevents writing it again, which would cost a read-only process more than reading it.
    if (stored !== undefined) memory.set(path, stored)
    return stored
  }

  /** Returns the revisions since an earlier head, or `undefined` if that is not part of this history. */
  function extend(
    before: StoredHistory,
    head: CommitId,
    path: RepoPath,
    options: CallOptions,
  ): ResultAsync<readonly FileRevision[] | undefined, GitError> {
    return safeTry(async function* () {
      const asked = [{ commit: before.head, blobs: [], committedAt: before.headAt }]
      const found = yield* ancestry.contains(head, asked, options)
      if (!found.has(before.head)) return ok(undefined)
      const newer = yield* listRevisions(git, { from: head, path, exclude: [before.head] }, options)
      // A file that was added or renamed to this path since has a history of its own.
      const begun = newer.some((each) => each.previousBlob === undefined || each.previousPath !== undefined)
      // The revisions of a branch that was merged since may stand among the known ones.
      const isAmong = newer.some(({ committedAt }) => committedAt <= before.headAt)
      if (begun || isAmong) return ok(undefined)
      // A merge that took the file from its other parent has the history of that one.
      const oldest = newer.at(-1)
      const continued =
        oldest === undefined ? (yield* git.readFile({ commit: head }, path, options))?.id : oldest.previousBlob
      return ok(continued === before.revisions[0]?.blob ? newer : undefined)
    })
  }

  function read(head: CommitId, path: RepoPath, options: CallOptions): ResultAsync<StoredHistory, GitError> {
    return safeTry(async function* () {
      const before = await known(path)
      if (before?.head === head) return ok(before)
      const newer = yield* before === undefined ? ok(undefined) : await extend(before, head, path, options)
      const extended = before !== undefined && newer !== undefined
      const revisions = yield* extended
        ? ok([...(newer ?? []), ...before.revisions])
        : await listRevisions(git, { from: head, path }, options)
      const times = yield* git.readCommits([head], options)
      return ok({
        head,
        headAt: times.get(head)?.committer.time ?? 0,
        revisions,
        // If no new commit changed the file, the files changed together are still the same.
        ...(newer?.length === 0 && before?.together !== undefined && { together: before.together }),
      })
    })
  }

  async function keep(path: RepoPath, history: StoredHistory): Promise<void> {
    memory.set(path, history)
    await slots.write(path, history)
  }

  function together(
    path: RepoPath,
    history: StoredHistory,
    options: CallOptions,
  ): ResultAsync<ChangedTogether, GitError> {
    return safeTry(async function* () {
      const known = memory.get(path) ?? history
      if (known.head === history.head && known.together !== undefined) return ok(new Map(known.together))
      const found = yield* changedTogether(git, history.revisions, path, options)
      await keep(path, { ...history, together: found })
      return ok(new Map(found))
    })
  }

  function readAndKeep(head: CommitId, path: RepoPath, options: CallOptions): ResultAsync<StoredHistory, GitError> {
    return safeTry(async function* () {
      const history = yield* read(head, path, options)
      if (memory.get(path) !== history) await keep(path, history)
      return ok(history)
    })
  }

  return (head, path, options = {}) =>
    safeTry(async function* () {
      // A query waits for a read of the same history that has already begun.
      const history = yield* share(`${head} ${path}`, options, (all) => readAndKeep(head, path, all))
      const { revisions } = history
      ancestry.addKnown(
        head,
        revisions.map(({ commit }) => commit),
      )
      return ok({ revisions, changedTogether: (call = options) => together(path, history, call) })
    })
}

/** Returns the revisions from the backend or, as a fallback, from its log: then only under the file's current name. */
export function listRevisions(
  git: GitBackend,
  request: { readonly from: CommitId; readonly path: RepoPath; readonly exclude?: readonly CommitId[] | undefined },
  options: CallOptions,
): ResultAsync<readonly FileRevision[], GitError> {
  return safeTry(async function* () {
    if (git.fileRevisions !== undefined) return git.fileRevisions(request, options)
    const { from, path, exclude = [] } = request
    const listed = yield* listLog(git, { from, path }, options)
    const excluded = yield* excludedOf(listed, from, exclude, git, options)
    const revisions: FileRevision[] = []
    for (const { id, parents, committedAt } of listed) {
      if (excluded.has(id)) continue
      const blobs: (BlobId | undefined)[] = []
      for (const commit of [id, ...parents.slice(0, 1)]) {
        const content = yield* git.readFile({ commit }, path, options)
        blobs.push(content?.id)
      }
      const [blob, previousBlob] = blobs
      if (blob === previousBlob) continue
      revisions.push({
        commit: id,
        parents,
        committedAt,
        path,
        ...omitUndefined({ blob, previousBlob }),
      })
    }
    return ok(revisions)
  })
}

/**
 * Returns those of the listed commits that belong to the history of an excluded one. The newest excluded commit is no
 * place to stop: commits of other branches may be older.
 */
function excludedOf(
  listed: readonly CommitSummary[],
  from: CommitId,
  exclude: readonly CommitId[],
  git: GitBackend,
  options: CallOptions,
): ResultAsync<ReadonlySet<CommitId>, GitError> {
  return safeTry(async function* () {
    const open = new Set(listed.map(({ id }) => id))
    const excluded = new Set<CommitId>()
    if (open.size === 0 || exclude.length === 0) return ok(excluded)
    if (git.history !== undefined) {
      const added = yield* git.history({ from, exclude }, options)
      for (const { id } of added) open.delete(id)
      return ok(open)
    }
    for (const start of exclude) {
      yield* visitAncestors(git, start, options, ({ id }) => {
        if (open.delete(id)) excluded.add(id)
        return open.size === 0 ? 'stop' : undefined
      })
    }
    return ok(excluded)
  })
}

/** Returns the other files of commits that may have moved code into this one. */
function changedTogether(
  git: GitBackend,
  revisions: readonly FileRevision[],
  path: RepoPath,
  options: CallOptions,
): ResultAsync<readonly (readonly [CommitId, readonly RepoPath[]])[], GitError> {
  return safeTry(async function* () {
    const names = new Set<string>([path, ...revisions.map((each) => each.path)])
    const asked = revisions
      .filter(({ blob, parents }) => blob !== undefined && parents.length === 1)
      .slice(0, MAX_MOVING_COMMITS)
      .map(({ commit }) => commit)
    if (git.changedPaths === undefined || asked.length === 0) return ok([])
    const changed = yield* git.changedPaths(asked, options)
    return ok(
      asked.flatMap((commit): (readonly [CommitId, readonly RepoPath[]])[] => {
        const others = (changed.get(commit) ?? []).filter((other) => !names.has(other))
        return others.length === 0 || others.length > MAX_MOVED_FILES ? [] : [[commit, others]]
      }),
    )
  })
}
