import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SUITE_OPTIONS } from '../suite-options.ts'

/** A function that matches anchor names, like `matchAnchor` of `@chronicle/core`. */
export type AnchorMatcher = (
  name: string,
  candidates: readonly string[],
) => { readonly kind: 'exact' | 'unqualified' | 'fuzzy'; readonly matches: readonly string[] } | undefined

/** Generates qualified names over a small alphabet, so that collisions and near misses occur. */
export function anchorName(): fc.Arbitrary<string> {
  const segment = fc.stringMatching(/^[a-e]{1,6}$/u)
  return fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('::'))
}

/** Declares the laws of anchor matching as tests of the surrounding suite. */
export function anchorLaws(match: AnchorMatcher, runs = 500): void {
  const names = fc.array(anchorName(), { maxLength: 8 })
  const check = (title: string, law: (name: string, candidates: readonly string[]) => void): void => {
    it(title, () => fc.assert(fc.property(anchorName(), names, law), { numRuns: runs }))
  }

  describe('anchor matching obeys the laws', SUITE_OPTIONS, () => {
    check('a name that is there matches exactly, and only itself', (name, candidates) => {
      const found = match(name, [...candidates, name])
      expect(found?.kind).toBe('exact')
      expect(new Set(found?.matches)).toEqual(new Set([name]))
    })
    check('separators do not matter', (name, candidates) => {
      for (const separator of ['.', '#', '/']) {
        expect(match(name.replaceAll('::', separator), candidates)).toEqual(match(name, candidates))
      }
    })
    check('matches are candidates, in order, and never none', (name, candidates) => {
      const found = match(name, candidates)
      if (found === undefined) return
      expect(found.matches.length).toBeGreaterThan(0)
      expect(candidates.filter((candidate) => found.matches.includes(candidate))).toEqual(found.matches)
    })
    check('a better kind hides a worse one', (name, candidates) => {
      const found = match(name, candidates)
      const tail = (text: string): string => text.split('::').at(-1) ?? ''
      if (found?.kind === 'fuzzy') expect(candidates.map(tail)).not.toContain(name)
      if (found?.kind !== 'exact') expect(candidates).not.toContain(name)
    })
    check('more candidates never lose a match', (name, candidates) => {
      if (match(name, candidates) !== undefined) expect(match(name, [...candidates, 'zzzzzzzzzzzz'])).toBeDefined()
    })
  })
}
