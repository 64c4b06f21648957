import type { RegionFacts } from '@chronicle/core/contracts'
import {
  omitUndefined,
  type AnchorMatch,
  type Annotation,
  type CommitId,
  type Freshness,
  type Region,
} from '@chronicle/schema'
import * as fc from 'fast-check'

const ANCHOR_MATCHES: readonly AnchorMatch[] = [
  'exact',
  'signature_changed',
  'unqualified',
  'fuzzy',
  'line_overlap',
  'gone',
  'whole_file',
]
const FRESHNESS: readonly Freshness[] = ['fresh', 'moved', 'drifted', 'orphaned']

/** Generates facts as the pipeline passes them to a scorer, including times that are far apart or out of order. */
export function regionFacts(): fc.Arbitrary<RegionFacts> {
  return fc
    .record({
      committedAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      headAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      anchorMatch: fc.constantFrom(...ANCHOR_MATCHES),
      survival: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      freshness: fc.constantFrom(...FRESHNESS),
      level: fc.constantFrom('enhanced' as const, 'inferred' as const),
      operation: fc.constantFrom('initial' as const, 'amend' as const, 'squash' as const),
      constraints: fc.array(
        fc.record({ text: fc.string(), source: fc.constantFrom('author' as const, 'inferred' as const) }),
        { maxLength: 3 },
      ),
      rejected: fc.array(fc.record({ approach: fc.string(), reason: fc.string() }), { maxLength: 2 }),
      risk: fc.option(fc.oneof(fc.string(), fc.constant('TODO: remove this')), { nil: undefined }),
    })
    .map(
      ({ committedAt, headAt, anchorMatch, survival, freshness, level, operation, constraints, rejected, risk }) => ({
        region: {
          ...EMPTY_REGION,
          constraints,
          rejected_alternatives: rejected,
          ...omitUndefined({ risk_notes: risk }),
        },
        annotation: {
          ...EMPTY_ANNOTATION,
          timestamp: new Date(committedAt).toISOString(),
          context_level: level,
          provenance: { ...EMPTY_ANNOTATION.provenance, operation },
        },
        committedAt,
        headAt,
        anchorMatch,
        freshness,
        ...(anchorMatch === 'fuzzy' && { anchorDistance: 2 }),
        ...omitUndefined({ survival }),
      }),
    )
}

const EMPTY_REGION: Region = {
  file: 'src/client.rs',
  ast_anchor: { type: 'function', name: 'connect' },
  lines: { start: 1, end: 10 },
  intent: 'Opens the connection.',
  constraints: [],
  semantic_dependencies: [],
  related_annotations: [],
  tags: [],
  rejected_alternatives: [],
  evidence: [],
  corrections: [],
}

const EMPTY_ANNOTATION: Annotation = {
  commit: '0123456789012345678901234567890123456789' as CommitId,
  timestamp: '2026-01-01T00:00:00Z',
  summary: 'Connects.',
  context_level: 'enhanced',
  regions: [],
  cross_cutting: [],
  provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  read_from: ['chronicle/v1'],
}
