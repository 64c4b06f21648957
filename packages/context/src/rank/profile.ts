import type { RepoPath } from '@chronicle/schema'
import type { FileScores, Signal, SignalContext } from '../signals/signal.ts'

/** Contributions to the score of a file, by the name of the signal. */
export type Breakdown = Readonly<Record<string, number>>

/** Which signals are asked, and how their scores become one. */
export interface RankingProfile {
  readonly name: string
  /**
   * In the order in which they are asked: a signal sees the scores of those before it. Files that a signal with the
   * name `seed` scores are named by the task.
   */
  readonly signals: readonly Signal[]
  /** Whether files of a class that the task is not about stand behind the others. Default: true. */
  readonly demotes?: boolean
  /**
   * Combines the scores of the signals: contributions by file. The score of a file is their sum. Pure; files without
   * any contribution may be left out.
   */
  combine(lists: ReadonlyMap<string, FileScores>, context: SignalContext): ReadonlyMap<RepoPath, Breakdown>
}

/** A file and how relevant it is. */
export interface RankedFile {
  readonly path: RepoPath
  readonly score: number
  readonly breakdown: Breakdown
  /** Named by the task. */
  readonly seed: boolean
  /** Behind every file that is not demoted, because of its class. */
  readonly demoted: boolean
}
