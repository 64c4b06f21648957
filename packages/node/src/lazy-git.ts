import { ResultAsync } from '@chronicle/schema'
import type { GitBackend, GitSupports } from '@chronicle/core/contracts'

type Optional =
  | 'diffNotes'
  | 'writeNotes'
  | 'identity'
  | 'blame'
  | 'history'
  | 'ancestors'
  | 'fileRevisions'
  | 'changedPaths'
  | 'readConfig'

/** A backend with none of its optional methods missing. */
export type CompleteGit = GitBackend & Required<Pick<GitBackend, Optional>>

/** A backend whose implementation is loaded by the first call, for implementations that are slow to load. */
export function lazyGit(
  known: { readonly name: string; readonly supports: GitSupports },
  load: () => Promise<CompleteGit>,
): CompleteGit {
  let loading: Promise<CompleteGit> | undefined
  const loaded = (): Promise<CompleteGit> => (loading ??= load())
  const call = <T, E>(run: (git: CompleteGit) => ResultAsync<T, E>): ResultAsync<T, E> =>
    new ResultAsync(loaded().then(run))
  return {
    ...known,
    describe: (...args) => call((git) => git.describe(...args)),
    resolve: (...args) => call((git) => git.resolve(...args)),
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
      yield* (await loaded()).ancestors(...args)
    },
    async *log(...args) {
      yield* (await loaded()).log(...args)
    },
    close: async () => (await loading)?.close(),
  }
}
