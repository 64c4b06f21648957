import type { RepoPath } from '@chronicle/schema'
import type { FileScores, Signal, SignalContext } from '../signals/signal.ts'

/** Contributions to the score of a file, by the name of the signal. */
export type Breakdown = Readonly<Record<string, number>>

/** The signals to run, and how to combine their scores. */
export interface RankingProfile {
  readonly name: string
  /**
   * Signals in execution order: each receives the scores of those before it. Files that a signal named `seed` scores
   * count as named by the task.
   */
  readonly signals: readonly Signal[]
  /** Whether files of a class that the task is not about are ranked after all others. Default: true. */
  readonly demotes?: boolean
  /**
   * Combines the scores of the signals into contributions by file, whose sum is the file's score. Must be pure. Files
   * without any contribution may be omitted.
   */
  combine(lists: ReadonlyMap<string, FileScores>, context: SignalContext): ReadonlyMap<RepoPath, Breakdown>
}

/** A file with its relevance. */
export interface RankedFile {
  readonly path: RepoPath
  readonly score: number
  readonly breakdown: Breakdown
  /** Whether the task names the file. */
  readonly seed: boolean
  /** Whether the file's class ranks it after every file that is not demoted. */
  readonly demoted: boolean
}
