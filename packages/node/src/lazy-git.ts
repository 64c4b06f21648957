import { closedError, valueOrThrow, type GitBackend, type GitError, type GitSupports } from '@chronicle/core/contracts'
import { errAsync, type ResultAsync } from '@chronicle/schema'

/** The methods that return a result. */
const METHODS = [
  'describe',
  'resolve',
  'refNames',
  'mergeHeads',
  'readCommits',
  'readTrees',
  'readBlobs',
  'readFile',
  'listFiles',
  'listNotes',
  'notesTip',
  'diffNotes',
  'writeNotes',
  'identity',
  'blame',
  'history',
  'readConfig',
  'fileRevisions',
  'changedPaths',
] as const

type Method = (typeof METHODS)[number]
type AnyMethod = (...args: readonly unknown[]) => ResultAsync<unknown, GitError>

/** A backend with all optional methods. */
export type CompleteGit = GitBackend & Required<Pick<GitBackend, Method | 'ancestors'>>

/**
 * Creates a backend whose implementation is loaded by the first call, for implementations that load slowly. If loading
 * fails, that call fails, and the next one tries again. After `close`, every call fails with `closed`, also of an
 * implementation with nothing to close.
 */
export function lazyGit(
  known: { readonly name: string; readonly supports: GitSupports },
  load: () => ResultAsync<CompleteGit, GitError>,
): CompleteGit {
  let loading: ResultAsync<CompleteGit, GitError> | undefined
  let isClosed = false
  const loaded = (): ResultAsync<CompleteGit, GitError> => {
    if (isClosed) return errAsync(closedError(known.name))
    if (loading !== undefined) return loading
    const forget = () => void (loading = undefined)
    loading = load()
    // The caller gets the failure; here it is only forgotten.
    void loading.match(() => {}, forget).catch(forget)
    return loading
  }
  /** Throws on failure, as the contract requires for async iterables. */
  const orThrow = async (): Promise<CompleteGit> => valueOrThrow(await loaded())
  const methods = Object.fromEntries(
    METHODS.map((name) => [
      name,
      (...args: readonly unknown[]) => loaded().andThen((git) => (git as Record<Method, AnyMethod>)[name](...args)),
    ]),
  ) as Pick<CompleteGit, Method>
  return {
    ...known,
    ...methods,
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
