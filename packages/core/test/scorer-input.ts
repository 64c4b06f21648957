import { completeRegion, type CommitId } from '@chronicle/schema'
import type { RegionFacts } from '../src/contracts/scorer.ts'

const region = completeRegion({ file: 'a.rs', intent: 'x' })

/** The scorer input for a region with little content, recorded today about code that is unchanged. */
export const SCORER_INPUT: RegionFacts = {
  region,
  annotation: {
    commit: 'a'.repeat(40) as CommitId,
    timestamp: '2026-01-01T00:00:00Z',
    summary: 's',
    context_level: 'enhanced',
    regions: [region],
    cross_cutting: [],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    read_from: ['chronicle/v1'],
  },
  committedAt: 0,
  headAt: 0,
  anchorMatch: 'exact',
}
