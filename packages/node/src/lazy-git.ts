import { codedError, valueOrThrow, type GitBackend, type GitError, type GitSupports } from '@chronicle/core/contracts'
import { errAsync, type ResultAsync } from '@chronicle/schema'

type Optional =
  | 'refNames'
  | 'mergeHeads'
  | 'diffNotes'
  | 'writeNotes'
  | 'identity'
  | 'blame'
  | 'history'
  | 'ancestors'
  | 'fileRevisions'
  | 'changedPaths'
  | 'readConfig'

/** A backend with all optional methods. */
export type CompleteGit = GitBackend & Required<Pick<GitBackend, Optional>>

/**
 * Creates a backend whose implementation is loaded by the first call, for implementations that load slowly. If loading
 * fails, every call fails. After `close`, every call fails with `closed`, also of an implementation with nothing to close.
 */
export function lazyGit(
  known: { readonly name: string; readonly supports: GitSupports },
  load: () => ResultAsync<CompleteGit, GitError>,
): CompleteGit {
  let loading: ResultAsync<CompleteGit, GitError> | undefined
  let isClosed = false
  const loaded = (): ResultAsync<CompleteGit, GitError> => {
    if (isClosed)
      return errAsync(codedError('closed', 'The repository was closed before this call ended. Open it again.'))
    return (loading ??= load())
  }
  const call = <T, E>(run: (git: CompleteGit) => ResultAsync<T, E>): ResultAsync<T, E | GitError> =>
    loaded().andThen(run)
  /** Throws on failure, as the contract requires for async iterables. */
  const orThrow = async (): Promise<CompleteGit> => valueOrThrow(await loaded())
  return {
    ...known,
    describe: (...args) => call((git) => git.describe(...args)),
    resolve: (...args) => call((git) => git.resolve(...args)),
    refNames: (...args) => call((git) => git.refNames(...args)),
    mergeHeads: (...args) => call((git) => git.mergeHeads(...args)),
    readCommits: (...args) => call((git) => git.readCommits(...args)),
    readTrees: (...args) => call((git) => git.readTrees(...args)),
    readBlobs: (...args) => call((git) => git.readBlobs(...args)),
    readFile: (...args) => call((git) => git.readFile(...args)),
    listFiles: (...args) => call((git) => git.listFiles(...args)),
    listNotes: (...args) => call((git) => git.listNotes(...args)),
    notesTip: (...args) => call((git) => git.notesTip(...args)),
    diffNotes: (...args) => call((git) => git.diffNotes(...args)),
    writeNotes: (...args) => call((git) => git.writeNotes(...args)),
    identity: (...args) => call((git) => git.identity(...args)),
    blame: (...args) => call((git) => git.blame(...args)),
    history: (...args) => call((git) => git.history(...args)),
    readConfig: (...args) => call((git) => git.readConfig(...args)),
    fileRevisions: (...args) => call((git) => git.fileRevisions(...args)),
    changedPaths: (...args) => call((git) => git.changedPaths(...args)),
    async *ancestors(...args) {
      yield* (await orThrow()).ancestors(...args)
    },
    async *log(...args) {
      yield* (await orThrow()).log(...args)
    },
    close: async () => {
      isClosed = true
      const git = (await loading)?.unwrapOr(undefined)
      await git?.close()
    },
  }
}
