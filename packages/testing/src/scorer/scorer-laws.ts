import type { RegionFacts, Score, Scorer } from '@chronicle/core/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SUITE_OPTIONS } from '../suite-options.ts'
import { regionFacts } from './region-facts-arbitrary.ts'

/** The promises that a scorer makes, besides being total and bounded. By default all of them except recency. */
export interface ScorerLawOptions {
  /** Number of runs of each law. Default 200. */
  readonly runs?: number | undefined
  /**
   * Whether the annotation of a newer commit scores at least as high, all else equal. Set it for a scorer that uses
   * age. Default false.
   */
  readonly monotoneInRecency?: boolean | undefined
  /** Whether `enhanced` scores at least as high as `inferred`, all else equal. */
  readonly monotoneInContextLevel?: boolean | undefined
  /** Whether a closer anchor match scores at least as high, all else equal. */
  readonly monotoneInAnchorMatch?: boolean | undefined
  /** Whether a region with a larger intact share scores at least as high, all else equal. */
  readonly monotoneInSurvival?: boolean | undefined
}

const DAY = 86_400_000

/** Declares the laws of the `Scorer` seam as tests of the surrounding suite. */
export function scorerLaws(scorer: Scorer, options: ScorerLawOptions = {}): void {
  const parameters = { numRuns: options.runs ?? 200 }
  const check = (name: string, property: (facts: RegionFacts) => void): void => {
    it(name, () => fc.assert(fc.property(regionFacts(), property), parameters))
  }

  describe(`scorer ${scorer.name} obeys the laws`, SUITE_OPTIONS, () => {
    check('every number is in [0, 1]', (facts) => {
      for (const number of numbersOf(scorer.score(facts))) expectInUnitInterval(number)
    })
    check('every factor is a word, and one is anchor_match', (facts) => {
      const factors: Readonly<Record<string, unknown>> = scorer.score(facts).factors
      expect(Object.entries(factors).filter(([, word]) => typeof word !== 'string')).toEqual([])
      expect(Object.keys(factors)).toContain('anchor_match')
    })
    check('equal facts give equal scores', (facts) => {
      expect(scorer.score(structuredClone(facts))).toEqual(scorer.score(facts))
    })
    check('facts are not changed', (facts) => {
      const before = structuredClone(facts)
      scorer.score(facts)
      expect(facts).toEqual(before)
    })
    if (options.monotoneInRecency === true) {
      it("a newer commit's annotation scores at least as high", () => {
        const property = fc.property(regionFacts(), fc.nat(2000), (facts, days) => {
          const newer = { ...facts, committedAt: facts.committedAt + days * DAY }
          expect(scorer.score(newer).confidence).toBeGreaterThanOrEqual(scorer.score(facts).confidence)
        })
        fc.assert(property, parameters)
      })
    }
    if (options.monotoneInContextLevel !== false) {
      check('enhanced scores at least as high as inferred', (facts) => {
        const at = (level: 'enhanced' | 'inferred'): number =>
          scorer.score({ ...facts, annotation: { ...facts.annotation, context_level: level } }).confidence
        expect(at('enhanced')).toBeGreaterThanOrEqual(at('inferred'))
      })
    }
    if (options.monotoneInAnchorMatch !== false) {
      check('a closer anchor match scores at least as high', (facts) => {
        const at = (anchorMatch: RegionFacts['anchorMatch']): number =>
          scorer.score({ ...facts, anchorMatch }).confidence
        const falling = [at('exact'), at('signature_changed'), at('line_overlap'), at('gone')]
        expect(falling).toEqual([...falling].sort((a, b) => b - a))
        expect(at('exact')).toBeGreaterThanOrEqual(at('fuzzy'))
      })
    }
    if (options.monotoneInSurvival !== false) {
      it('a larger intact share scores at least as high', () => {
        const share = fc.double({ min: 0, max: 1, noNaN: true })
        const property = fc.property(regionFacts(), share, share, (facts, a, b) => {
          const at = (survival: number): number => scorer.score({ ...facts, survival }).confidence
          expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)))
        })
        fc.assert(property, parameters)
      })
    }
  })
}

function numbersOf({ confidence, scores }: Score): readonly number[] {
  return [confidence, ...Object.values(scores)]
}

function expectInUnitInterval(number: number): void {
  expect(number).toBeGreaterThanOrEqual(0)
  expect(number).toBeLessThanOrEqual(1)
}
