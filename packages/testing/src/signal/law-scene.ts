import type { GitBackend } from '@chronicle/core/contracts'
import type { CodedError, RepoPath, ResultAsync } from '@chronicle/schema'
import { createMemoryGit, type MemoryGitDescription } from '../git-backend/create-memory-git.ts'
import { RANKED_REPOSITORY } from './ranked-repository.ts'

/** Scores of files, as signals return them. */
export type SignalScores = ReadonlyMap<RepoPath, number>

/** A ranking signal, for any type of context. */
export interface RankingSignal<Context> {
  readonly name: string
  score(context: Context, lists: ReadonlyMap<string, SignalScores>): ResultAsync<SignalScores, CodedError>
}

/** The input of a law: a state of a repository, and a task. */
export interface SignalScene {
  /** An in-memory backend. It does only what the contract requires. */
  readonly git: GitBackend
  readonly task: string
}

/** The context passed to a signal, and the files of the state. */
export interface OpenedScene<Context> {
  readonly context: Context
  readonly paths: readonly RepoPath[]
}

/** The options of the laws of signals and profiles. */
export interface SignalLawOptions<Context> {
  /** Creates the input of a signal at the last commit. Each call returns a new one. */
  open(scene: SignalScene): Promise<OpenedScene<Context>>
  /** Number of runs of each law. Default 30. */
  readonly runs?: number | undefined
  /** The repository to test on. Default: `RANKED_REPOSITORY`. */
  readonly repository?: MemoryGitDescription | undefined
}

/** A repository with one commit that has no files. */
const NO_FILES: MemoryGitDescription = { commits: [{ files: {}, message: 'Start\n' }] }

/** Returns functions that open tasks on the repository of the laws, and on one without files. */
export function scenesOf<Context>({ open, repository = RANKED_REPOSITORY }: SignalLawOptions<Context>): {
  openTask(task: string): Promise<OpenedScene<Context>>
  openEmpty(task: string): Promise<OpenedScene<Context>>
} {
  const { git } = createMemoryGit(repository)
  const empty = createMemoryGit(NO_FILES).git
  return {
    openTask: (task) => open({ git, task }),
    openEmpty: (task) => open({ git: empty, task }),
  }
}

/** Runs signals in turn, each with the scores of those before it. Throws if one fails. */
export async function runSignals<Context>(
  signals: readonly RankingSignal<Context>[],
  context: Context,
  lists: Map<string, SignalScores> = new Map(),
): Promise<ReadonlyMap<string, SignalScores>> {
  for (const signal of signals) {
    const scores = await signal.score(context, lists)
    if (scores.isErr()) throw new Error(`${signal.name}: ${scores.error.code}: ${scores.error.message}`)
    // A signal in JavaScript can return anything.
    if (typeof (scores.value as Partial<typeof scores.value> | undefined)?.get !== 'function')
      throw new Error(`${signal.name} returned no Map of scores by path`)
    lists.set(signal.name, scores.value)
  }
  return lists
}

/** Returns the scores sorted by path, so that maps with different orders are comparable. */
export function sortedScores(scores: SignalScores | undefined): readonly (readonly [string, number])[] {
  return [...(scores ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
}
