import {
  closedError,
  codedError,
  createRecentMap,
  createSingleFlight,
  type CallOptions,
  type Commit,
  type GitError,
  type RecentMap,
  type TreeEntry,
  type RepositoryInfo,
  type SingleFlight,
} from '@chronicle/core/contracts'
import { err, errAsync, ok, type CommitId, type RepoPath, type Result, type ResultAsync } from '@chronicle/schema'
import type { FetchedBlobs } from './fetched-blobs.ts'
import type { FetchedTrees } from './fetched-trees.ts'
import type { ComparedRow } from './compared-row.ts'
import type { FollowedName } from './followed-name.ts'
import { guardCall } from './git-failure.ts'
import type { GitCommand, GitOutcome, GitRunner } from './git-runner.ts'
import { locateRepository, type LocatedRepository } from './locate-repository.ts'
import { createObjectReaders, type ObjectReader } from './object-reader.ts'
import { stampRepository, type RepositoryStamp } from './repository-stamp.ts'

/** The context of every operation. Its git commands are aborted together with its call. */
export interface Repository {
  readonly signal: AbortSignal | undefined
  readonly runner: Omit<GitRunner, 'run'>
  readonly objects: ObjectReader
  readonly maxObjectBytes: number
  /** Commits that were read, as the same ones are requested again and again. */
  readonly commits: RecentMap<CommitId, Commit>
  /** The entries of folders of commits, as many files of a folder are read one by one. */
  readonly folders: RecentMap<string, readonly TreeEntry[]>
  /** The paths that commits changed, as finding them takes a process. */
  readonly changed: RecentMap<CommitId, readonly RepoPath[]>
  /** Shares one lookup of those paths among equal concurrent requests. */
  readonly changing: SingleFlight<ReadonlyMap<CommitId, readonly RepoPath[]>, GitError>
  /** How commits differ from their parents, by options. */
  readonly compared: RecentMap<string, readonly ComparedRow[]>
  /** The names and revisions of files, by request, as moved lines lead to the same request again. */
  readonly followed: RecentMap<string, FollowedName>
  /** Which trees are present, in a clone that was made without trees. */
  readonly trees: FetchedTrees
  /** Which blobs are present, in a clone that was made without blobs. */
  readonly blobs: FetchedBlobs
  run(command: Omit<GitCommand, 'signal'>): ResultAsync<GitOutcome, GitError>
  /** Returns where the repository is. Asks git once, and again when that may have changed. */
  locate(): ResultAsync<LocatedRepository, GitError>
  /** Does the same if there is a working tree; otherwise returns the error `unsupported`. */
  worktree(): ResultAsync<LocatedWorktree, GitError>
  /** Returns the same repository for another call, or without a signal for work that must not be aborted. */
  during(signal: AbortSignal | undefined): Repository
}

/** A repository that has a working tree. */
export type LocatedWorktree = LocatedRepository & { readonly info: RepositoryInfo & { readonly worktreeDir: string } }

/** A repository that accepts calls. */
export interface OpenRepository extends Pick<Repository, 'during'> {
  /** Runs a method of the backend. Never throws. */
  call<T>(
    options: CallOptions | undefined,
    run: (repository: Repository) => PromiseLike<Result<T, GitError>>,
  ): ResultAsync<T, GitError>
  /** Ends the processes. Calls that begin later fail with `closed`; of those under way, what needs them. */
  close(): Promise<void>
}

/**
 * Maximum number of cached message characters and changed paths. Each commit also counts as a fixed number of
 * characters.
 */
const MAX_MESSAGES = 8_000_000
const COMMIT_OVERHEAD = 500
const MAX_CHANGED = 100_000
/** Maximum number of cached entries of folders. */
const MAX_ENTRIES = 50_000
/** Maximum number of cached differences between commits and their parents. */
const MAX_COMPARED = 20_000
/** Maximum number of cached file revisions. */
const MAX_FOLLOWED = 50_000
/** Maximum number of blobs of a partial clone that are remembered as present. */
const MAX_BLOBS = 100_000

export function openRepository(runner: GitRunner, options: { readonly maxObjectBytes: number }): OpenRepository {
  let stamp: RepositoryStamp | undefined
  let located: ResultAsync<LocatedRepository, GitError> | undefined
  let remembered = createCaches()
  const readers = createObjectReaders(runner, options)

  const locate = (signal: AbortSignal | undefined): ResultAsync<LocatedRepository, GitError> => {
    const pending = (located ??= locateRepository(runner, signal))
    return pending
      .andTee((repository) => {
        if (located === pending) stamp = repository.stamp
      })
      .orElse((error) => {
        if (located === pending) located = undefined
        // Another call, which this one waited for, was aborted.
        return error.code === 'aborted' && signal?.aborted !== true ? locate(signal) : err(error)
      })
  }
  /** A running call continues with the data it has; whatever it still caches is dropped with that data. */
  const resetIfChanged = (): void => {
    if (stamp?.hasChanged() === true) {
      located = undefined
      remembered = createCaches()
      readers.renew()
      stamp = undefined
    }
    stamp ??= stampRepository({ dir: runner.dir })
  }
  const during: Repository['during'] = (signal) => {
    resetIfChanged()
    return {
      ...remembered,
      runner,
      maxObjectBytes: options.maxObjectBytes,
      signal,
      during,
      objects: readers.withSignal(signal),
      run: (command) => runner.run({ ...command, signal }),
      locate: () => locate(signal),
      worktree: () => locate(signal).andThen(requireWorktree),
    }
  }
  let isClosed = false
  return {
    during: (signal) => (isClosed ? withoutGit(during(signal)) : during(signal)),
    call: (options, run) =>
      guardCall(options?.signal, () => (isClosed ? errAsync(closedError('git-cli')) : run(during(options?.signal)))),
    close: () => {
      isClosed = true
      return readers.close()
    },
  }
}

/** Returns the repository for a call after `close`, which must start no process. */
function withoutGit(repository: Repository): Repository {
  const fail = (): ResultAsync<never, GitError> => errAsync(closedError('git-cli'))
  return { ...repository, run: fail, locate: fail, worktree: fail }
}

/** Creates the caches of a repository, which last until the repository changes. */
function createCaches(): Pick<
  Repository,
  'commits' | 'folders' | 'changed' | 'changing' | 'compared' | 'followed' | 'trees' | 'blobs'
> {
  return {
    commits: createRecentMap<CommitId, Commit>(MAX_MESSAGES, ({ message }) => COMMIT_OVERHEAD + message.length),
    folders: createRecentMap<string, readonly TreeEntry[]>(MAX_ENTRIES, (entries) => 1 + entries.length),
    changed: createRecentMap<CommitId, readonly RepoPath[]>(MAX_CHANGED, (paths) => 1 + paths.length),
    changing: createSingleFlight(),
    compared: createRecentMap<string, readonly ComparedRow[]>(MAX_COMPARED, (rows) => 1 + rows.length),
    followed: createRecentMap<string, FollowedName>(MAX_FOLLOWED, ({ revisions }) => 1 + revisions.length),
    trees: { complete: new Set(), fetching: createSingleFlight() },
    blobs: { here: createRecentMap<string, true>(MAX_BLOBS) },
  }
}

function requireWorktree(repository: LocatedRepository): Result<LocatedWorktree, GitError> {
  const { gitDir, info } = repository
  const { worktreeDir } = info
  if (worktreeDir !== undefined) return ok({ ...repository, info: { ...info, worktreeDir } })
  return err(
    codedError(
      'unsupported',
      `The repository "${gitDir}" has no working tree here. ` +
        'Ask for a revision, such as HEAD, or open the folder that the files are in.',
      { data: { gitDir } },
    ),
  )
}
