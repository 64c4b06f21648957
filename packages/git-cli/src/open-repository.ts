import {
  codedError,
  createSingleFlight,
  type CallOptions,
  type Commit,
  type GitError,
  type RepositoryInfo,
  type SingleFlight,
} from '@chronicle/core/contracts'
import { err, ok, type CommitId, type RepoPath, type Result, type ResultAsync } from '@chronicle/schema'
import type { FetchedBlobs } from './fetched-blobs.ts'
import type { FetchedTrees } from './fetched-trees.ts'
import type { FollowedName } from './followed-name.ts'
import { guardCall } from './git-failure.ts'
import type { GitCommand, GitOutcome, GitRunner } from './git-runner.ts'
import { locateRepository, type LocatedRepository } from './locate-repository.ts'
import { createObjectReaders, type ObjectReader } from './object-reader.ts'
import { createRecentValues, type RecentValues } from './recent-values.ts'
import { stampRepository, type RepositoryStamp } from './repository-stamp.ts'

/** What every operation works with. Whatever it asks git for is given up with the call that it is made for. */
export interface Repository {
  readonly signal: AbortSignal | undefined
  readonly runner: Omit<GitRunner, 'run'>
  readonly objects: ObjectReader
  readonly maxObjectBytes: number
  /** Commits that were read: the same ones are asked about again and again. */
  readonly commits: RecentValues<CommitId, Commit>
  /** The paths that commits changed. To find them takes a process. */
  readonly changed: RecentValues<CommitId, readonly RepoPath[]>
  /** Finds those paths once for equal questions at the same time. */
  readonly changing: SingleFlight<ReadonlyMap<CommitId, readonly RepoPath[]>, GitError>
  /** What files were called and how they changed, by what was asked. Lines that moved lead to the same question again. */
  readonly followed: RecentValues<string, FollowedName>
  /** In a clone that was made without trees, which of them are here. */
  readonly trees: FetchedTrees
  /** In a clone that was made without blobs, which of them are here. */
  readonly blobs: FetchedBlobs
  run(command: Omit<GitCommand, 'signal'>): ResultAsync<GitOutcome, GitError>
  /** Where the repository is; git is asked once, and again when that may be different. */
  locate(): ResultAsync<LocatedRepository, GitError>
  /** The same where there is a working tree, and the error `unsupported` where there is none. */
  worktree(): ResultAsync<LocatedWorktree, GitError>
  /** The same for another call, or for what must not be given up. */
  during(signal: AbortSignal | undefined): Repository
}

/** A repository that has a working tree. */
export type LocatedWorktree = LocatedRepository & { readonly info: RepositoryInfo & { readonly worktreeDir: string } }

/** A repository that calls are made to. */
export interface OpenRepository extends Pick<Repository, 'during'> {
  /** Runs a method of the backend. Nothing is thrown across it. */
  call<T>(
    options: CallOptions | undefined,
    run: (repository: Repository) => PromiseLike<Result<T, GitError>>,
  ): ResultAsync<T, GitError>
  close(): Promise<void>
}

/** Characters of messages, and changed paths, that are kept; for each commit some are counted in any case. */
const MAX_MESSAGES = 8_000_000
const COMMIT_OVERHEAD = 500
const MAX_CHANGED = 100_000
/** Revisions of files that are kept. */
const MAX_FOLLOWED = 50_000
/** Blobs of a partial clone that are known to be here. */
const MAX_BLOBS = 100_000

export function openRepository(runner: GitRunner, options: { readonly maxObjectBytes: number }): OpenRepository {
  let stamp: RepositoryStamp | undefined
  let located: ResultAsync<LocatedRepository, GitError> | undefined
  let remembered = createMemory()
  const readers = createObjectReaders(runner, options)

  const locate = (signal: AbortSignal | undefined): ResultAsync<LocatedRepository, GitError> => {
    const pending = (located ??= locateRepository(runner, signal))
    return pending
      .andTee((repository) => {
        if (located === pending) stamp = repository.stamp
      })
      .orElse((error) => {
        if (located === pending) located = undefined
        // Somebody else's call, which this one waited for, was given up.
        return error.code === 'aborted' && signal?.aborted !== true ? locate(signal) : err(error)
      })
  }
  /** A call that is under way goes on with what it knows; what it still learns is forgotten with that. */
  const forgetWhatChanged = (): void => {
    if (stamp?.hasChanged() === true) {
      located = undefined
      remembered = createMemory()
      readers.renew()
      stamp = undefined
    }
    stamp ??= stampRepository({ dir: runner.dir })
  }
  const during: Repository['during'] = (signal) => {
    forgetWhatChanged()
    return {
      ...remembered,
      runner,
      maxObjectBytes: options.maxObjectBytes,
      signal,
      during,
      objects: readers.during(signal),
      run: (command) => runner.run({ ...command, signal }),
      locate: () => locate(signal),
      worktree: () => locate(signal).andThen(requireWorktree),
    }
  }
  return {
    during,
    call: (options, run) => guardCall(options?.signal, () => run(during(options?.signal))),
    close: () => readers.close(),
  }
}

/** What was read of a repository, as long as it is the same one. */
function createMemory(): Pick<Repository, 'commits' | 'changed' | 'changing' | 'followed' | 'trees' | 'blobs'> {
  return {
    commits: createRecentValues<CommitId, Commit>(MAX_MESSAGES, ({ message }) => COMMIT_OVERHEAD + message.length),
    changed: createRecentValues<CommitId, readonly RepoPath[]>(MAX_CHANGED, (paths) => 1 + paths.length),
    changing: createSingleFlight(),
    followed: createRecentValues<string, FollowedName>(MAX_FOLLOWED, ({ revisions }) => 1 + revisions.length),
    trees: { complete: new Set() },
    blobs: { here: createRecentValues<string, true>(MAX_BLOBS, () => 1) },
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
