import { READ_OUTPUT_SCHEMA, type ReadOutput, type ReadRegion } from '@chronicle/schema'
import type { TrimStrategy } from '../src/trim/read-plan.ts'
import { cutName } from '../src/trim/region-fields.ts'

/** Returns a region with nothing in it that trimming can cut, for tests. */
export function regionOf(more: Partial<ReadRegion> = {}): ReadRegion {
  return {
    commit: 'a'.repeat(40),
    timestamp: '2025-01-01T00:00:00Z',
    context_level: 'enhanced',
    confidence: 1,
    confidence_factors: { anchor_match: 'exact' },
    confidence_scores: {},
    file: 'a.ts',
    survival: 1,
    freshness: 'fresh',
    intent: 'Why.',
    constraints: [],
    ...more,
  }
}

/** Returns the answer to a read, for tests. */
export function outputOf(more: Partial<ReadOutput> = {}): ReadOutput {
  return {
    $schema: READ_OUTPUT_SCHEMA,
    query: { file: 'a.ts', depth: 1, at: 'HEAD', commit: 'c'.repeat(40), max_regions: 20 },
    regions: [],
    dependencies_on_this: [],
    cross_cutting: [],
    stats: {
      commits_examined: 0,
      annotations_found: 0,
      regions_returned: 0,
      related_hops: 0,
      revisions_examined: 0,
      dependencies: 'index',
    },
    diagnostics: [],
    trimmed: null,
    ...more,
  }
}

/** Returns what a trim strategy drops, in order: a region by its index, or a field of it. */
export function stepNames({ steps }: TrimStrategy, regions: readonly ReadRegion[]): readonly string[] {
  return steps(regions).map((step) => {
    if (step.kind === 'field') return `${step.region} ${cutName(step.cut)}`
    return step.kind === 'region' ? `${step.region}` : step.kind
  })
}
