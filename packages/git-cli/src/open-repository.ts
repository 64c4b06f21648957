import type { CallOptions, Commit, GitError, RepositoryInfo } from '@chronicle/core/contracts'
import type { CommitId, RepoPath, ResultAsync } from '@chronicle/schema'
import type { FollowedName } from './followed-name.ts'
import { attempt, GitFailure } from './git-failure.ts'
import type { GitCommand, GitOutcome, GitRunner } from './git-runner.ts'
import { locateRepository, type LocatedRepository } from './locate-repository.ts'
import { createObjectReaders, type ObjectReader } from './object-reader.ts'
import { createRecentValues, type RecentValues } from './recent-values.ts'

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
  /** What files were called and how they changed, by what was asked. Lines that moved lead to the same question again. */
  readonly followed: RecentValues<string, FollowedName>
  run(command: Omit<GitCommand, 'signal'>): Promise<GitOutcome>
  /** Where the repository is; git is asked once. */
  locate(): Promise<LocatedRepository>
  /** The same where there is a working tree, and the failure `unsupported` where there is none. */
  worktree(): Promise<LocatedRepository & { readonly info: RepositoryInfo & { readonly worktreeDir: string } }>
  /** The same for another call, or for what must not be given up. */
  during(signal: AbortSignal | undefined): Repository
}

/** A repository that calls are made to. */
export interface OpenRepository extends Pick<Repository, 'during'> {
  /** Runs a method of the backend. What it throws becomes an error value. */
  call<T>(options: CallOptions | undefined, run: (repository: Repository) => Promise<T>): ResultAsync<T, GitError>
  close(): Promise<void>
}

/** Characters of messages, and changed paths, that are kept; for each commit some are counted in any case. */
const MAX_MESSAGES = 8_000_000
const COMMIT_OVERHEAD = 500
const MAX_CHANGED = 100_000
/** Revisions of files that are kept. */
const MAX_FOLLOWED = 50_000

export function openRepository(runner: GitRunner, options: { readonly maxObjectBytes: number }): OpenRepository {
  let located: Promise<LocatedRepository> | undefined
  const locate = async (signal: AbortSignal | undefined): Promise<LocatedRepository> => {
    const pending = (located ??= locateRepository(runner, signal))
    try {
      return await pending
    } catch (error) {
      if (located === pending) located = undefined
      // Somebody else's call, which this one waited for, was given up.
      const aborted = error instanceof GitFailure && error.error.code === 'aborted'
      if (aborted && signal?.aborted !== true) return locate(signal)
      throw error
    }
  }
  const readers = createObjectReaders(runner, options)
  const shared = {
    runner,
    maxObjectBytes: options.maxObjectBytes,
    commits: createRecentValues<CommitId, Commit>(MAX_MESSAGES, ({ message }) => COMMIT_OVERHEAD + message.length),
    changed: createRecentValues<CommitId, readonly RepoPath[]>(MAX_CHANGED, (paths) => 1 + paths.length),
    followed: createRecentValues<string, FollowedName>(MAX_FOLLOWED, ({ revisions }) => 1 + revisions.length),
  }
  const during: Repository['during'] = (signal) => ({
    ...shared,
    signal,
    during,
    objects: readers.during(signal),
    run: (command) => runner.run({ ...command, signal }),
    locate: () => locate(signal),
    async worktree() {
      const repository = await locate(signal)
      const { worktreeDir } = repository.info
      if (worktreeDir !== undefined) return { ...repository, info: { ...repository.info, worktreeDir } }
      throw new GitFailure(
        'unsupported',
        `The repository "${repository.gitDir}" has no working tree here. ` +
          'Ask for a revision, such as HEAD, or open the folder that the files are in.',
        { data: { gitDir: repository.gitDir } },
      )
    },
  })
  return {
    during,
    call: (options, run) => attempt(options?.signal, () => run(during(options?.signal))),
    close: () => readers.close(),
  }
}
