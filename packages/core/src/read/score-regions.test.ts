import { completeRegion, type Annotation, type CommitId, type ReadRegion, type Region } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { Commit } from '../contracts/git-backend.ts'
import type { RegionFacts, Scorer } from '../contracts/scorer.ts'
import type { Placement } from '../place/placement.ts'
import { scoreRegions, type LinkedRegion } from './score-regions.ts'

const C = 'c'.repeat(40) as CommitId
const bare: Region = completeRegion({ file: 'a.ts', intent: 'Why.' })
const annotation = {
  commit: C,
  timestamp: '2025-01-02T00:00:00Z',
  summary: 'Sum',
  task: 'T-1',
  context_level: 'enhanced',
  provenance: { operation: 'initial' },
} as Annotation
const placement: Placement = {
  place: undefined,
  units: [],
  anchorMatch: 'exact',
  anchorDistance: 2,
  kept: [],
  intact: 0,
  recorded: 0,
  survival: 1,
  freshness: 'fresh',
  origin: undefined,
}
const unit = { type: 'function', name: 'take', signature: 'take()', lines: { start: 4, end: 6 } } as const

interface Given extends Partial<Omit<LinkedRegion, 'region' | 'placement' | 'annotation'>> {
  readonly region?: Partial<Region>
  readonly placement?: Partial<Placement>
  readonly annotation?: Partial<Annotation>
}

function linked(given: Given): LinkedRegion {
  return {
    commit: C,
    committedAt: 1_735_689_600,
    recordedIn: C,
    position: 0,
    correctionFactor: 1,
    retracted: false,
    scope: { path: 'a.ts' },
    driftedBy: [],
    bindingOnly: false,
    comment: undefined,
    changedHere: true,
    related: [],
    ...given,
    region: { ...bare, ...given.region },
    placement: { ...placement, ...given.placement },
    annotation: { ...annotation, ...given.annotation },
  } as LinkedRegion
}

const facts: RegionFacts[] = []
const scorer: Scorer = {
  name: 'recording',
  score: (given) => {
    facts.push(given)
    return { confidence: 0.5, factors: { anchor_match: 'exact' }, scores: { recency: 1 } }
  },
}
const QUERY = { minConfidence: 0, maxRegions: 20, tags: undefined, files: ['a.ts'] as never }

function shown(given: Given): ReadRegion | undefined {
  const commits = new Map([
    [C, { author: { name: 'Ada', email: 'a@b' }, committer: { time: 1_735_689_600 } } as Commit],
  ])
  return scoreRegions([linked(given)], QUERY, { head: C, headAt: 1000, at: 'HEAD' }, commits, { scorer }).regions[0]
}

function scored(given: Given): RegionFacts | undefined {
  facts.length = 0
  shown(given)
  return facts[0]
}

describe('what a scorer is told', () => {
  it('is all that is known of a region', () => {
    const given = { placement: { survival: 0.25, freshness: 'drifted', anchorMatch: 'gone' } } as const
    expect(scored(given)).toEqual({
      region: bare,
      annotation,
      committedAt: 1_735_689_600_000,
      headAt: 1000,
      anchorMatch: 'gone',
      survival: 0.25,
      freshness: 'drifted',
    })
    expect(scored({ committedAt: undefined as never })?.committedAt).toBeNaN()
  })

  it('is how far an almost right name is off, and the unit that it stands for', () => {
    expect(scored({ placement: { anchorMatch: 'fuzzy' } })?.anchorDistance).toBe(2)
    expect(scored({ placement: { units: [unit] } })?.currentAnchor).toEqual({
      type: 'function',
      name: 'take',
      signature: 'take()',
    })
    const { signature: _, ...unsigned } = unit
    expect(scored({ placement: { units: [unsigned as never] } })?.currentAnchor).toEqual({
      type: 'function',
      name: 'take',
    })
  })
})

describe('a region in an answer', () => {
  it('says what is known of it, and nothing else', () => {
    expect(shown({})).toEqual({
      commit: C,
      timestamp: '2025-01-01T00:00:00Z',
      context_level: 'enhanced',
      confidence: 0.5,
      confidence_factors: { anchor_match: 'exact' },
      confidence_scores: { recency: 1 },
      file: 'a.ts',
      survival: 1,
      freshness: 'fresh',
      summary: 'Sum',
      task: 'T-1',
      intent: 'Why.',
      constraints: [],
    })
  })

  it.each<[Given, Partial<ReadRegion>]>([
    [{ committedAt: undefined as never }, { timestamp: '2025-01-02T00:00:00Z' }],
    [{ committedAt: 1e15 }, { timestamp: '2025-01-02T00:00:00Z' }],
    [{ annotation: { timestamp: '2025-01-04T00:00:00Z' } }, { recorded: { at: '2025-01-04T00:00:00Z' } }],
    [{ region: { context_level: 'inferred' } }, { context_level: 'inferred' }],
    [{ correctionFactor: 0.5 }, { confidence: 0.25 }],
    [{ correctionFactor: 0.333 }, { confidence: 0.17 }],
    [{ region: { file: 'old.ts' } }, { recorded_file: 'old.ts' }],
    [{ region: { file: undefined as never } }, {}],
    [
      { region: { ast_anchor: { type: 'function', name: 'take' } } },
      { ast_anchor: { type: 'function', name: 'take' } },
    ],
    [
      { region: { ast_anchor: { type: 'function', name: 'get' } }, placement: { units: [unit] } },
      { ast_anchor: { type: 'function', name: 'get' }, current_anchor: 'take' },
    ],
    [
      { region: { ast_anchor: { type: 'function', name: 'take' } }, placement: { units: [unit] } },
      { ast_anchor: { type: 'function', name: 'take' } },
    ],
    [{ placement: { units: [unit] } }, {}],
    [{ about: 'file' }, { about: 'file' }],
    [{ region: { lines: { start: 1, end: 2 } } }, { lines: { start: 1, end: 2 } }],
    [{ placement: { place: { start: 3, end: 4 } } }, { current_lines: { start: 3, end: 4 } }],
    [{ placement: { survival: 0.666 } }, { survival: 0.67 }],
    [{ placement: { intact: 1, recorded: 3 } }, { intact_lines: { intact: 1, recorded: 3 } }],
    [{ placement: { freshness: 'moved' } }, { freshness: 'moved' }],
    [{ driftedBy: ['d'] }, { drifted_by: ['d'] }],
    [{ comment: 'changed' }, { comment: 'changed' }],
    [{ annotation: { summary: '' } }, { summary: undefined as never }],
    [{ annotation: { summary: 'Why.' } }, { summary: undefined as never }],
    [{ changedHere: false }, { summary: undefined as never }],
    [{ annotation: { task: undefined as never } }, { task: undefined as never }],
    [{ region: { reasoning: 'Because.' } }, { reasoning: 'Because.' }],
    [
      { outlived: true, region: { reasoning: 'Because.' } },
      { outlived: true, summary: undefined as never, task: undefined as never },
    ],
    [
      { region: { constraints: [{ text: 'c', source: 'author' }] } },
      { constraints: [{ text: 'c', source: 'author' }] },
    ],
    [{ region: { risk_notes: 'r' } }, { risk_notes: 'r' }],
    [
      { region: { rejected_alternatives: [{ approach: 'a', reason: 'r' }] } },
      { rejected_alternatives: [{ approach: 'a', reason: 'r' }] },
    ],
    [
      { region: { evidence: [{ kind: 'commit_message', quote: 'q' }] } },
      { evidence: [{ kind: 'commit_message', quote: 'q' }] },
    ],
    [
      { region: { semantic_dependencies: [{ file: 'b', anchor: 'b', nature: 'n' }] } },
      { semantic_dependencies: [{ file: 'b', anchor: 'b', nature: 'n' }] },
    ],
    [{ region: { tags: ['t'] } }, { tags: ['t'] }],
    [{ region: { corrections: [{ reason: 'r' }] } }, { corrections: [{ reason: 'r' }] }],
    [
      { related: [{ commit: C, anchor: 'x', relationship: 'r', hop: 1 }] },
      { related: [{ commit: C, anchor: 'x', relationship: 'r', hop: 1 }] },
    ],
  ])('with %j says %j', (given, expected) => {
    expect(shown(given)).toEqual({ ...shown({}), ...expected })
  })
})
