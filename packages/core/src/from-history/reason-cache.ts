import type { CommitId, HistoryReason, HoldingTest, PlaceHistoryStats } from '@chronicle/schema'
import { createKeptAnswers, type AnswerCache } from '../cache/answer-cache.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'

/** The reasons of a place's commits, before checking which of their tests still exist. */
export interface PlaceReasons {
  /** Newest first. */
  readonly reasons: readonly HistoryReason[]
  /** Tests that the commits added for the place, newest first. */
  readonly tests: readonly AddedTests[]
  readonly stats: PlaceHistoryStats
}

/** Tests that a commit added for a place. */
export interface AddedTests {
  readonly commit: CommitId
  /** Name of the unit in the commit. */
  readonly anchor?: string
  readonly tests: readonly HoldingTest[]
}

/** Creates a cache of the reasons of places. */
export function createReasonCache(storage: CacheStorage | undefined): AnswerCache<PlaceReasons> {
  return createKeptAnswers<PlaceReasons>({
    folder: 'reasons',
    storage,
    isComplete: ({ reasons, stats, tests }) =>
      Array.isArray(reasons) && Array.isArray(tests) && typeof stats === 'object',
  })
}
