import { LOOKUP_OUTPUT_SCHEMA, type HistoryReason, type LookupOutput, type ReadRegion } from '@chronicle/schema'

/** Returns a region that gives reasons, for tests. */
export function regionOf(more: Partial<ReadRegion> = {}): ReadRegion {
  return {
    commit: 'a'.repeat(40),
    timestamp: '2025-01-01T00:00:00Z',
    context_level: 'enhanced',
    confidence: 0.9,
    confidence_factors: { anchor_match: 'exact' },
    confidence_scores: {},
    file: 'a.ts',
    survival: 1,
    freshness: 'fresh',
    intent: 'Locks before it reads.',
    constraints: [{ text: 'Never twice.', source: 'author' }],
    ...more,
  }
}

/** Returns a commit that gives reasons, for tests. */
export function reasonOf(more: Partial<HistoryReason> = {}): HistoryReason {
  return {
    origin: 'history',
    commit: 'b'.repeat(40),
    timestamp: '2025-01-01T00:00:00Z',
    summary: 'Lock the file',
    passages: [{ text: 'The watcher may replace it.' }],
    ...more,
  }
}

/** Returns an answer about a place, for tests. */
export function answerOf(more: Partial<LookupOutput> = {}): LookupOutput {
  return {
    $schema: LOOKUP_OUTPUT_SCHEMA,
    query: { file: 'a.ts', at: 'WORKTREE', commit: 'c'.repeat(40) },
    regions: [],
    dependents: [],
    cross_cutting: [],
    open_corrections: [],
    history: [],
    stats: { regions: 0, dependents: 0, history_steps: 0, open_corrections: 0 },
    diagnostics: [],
    trimmed: null,
    ...more,
  }
}
