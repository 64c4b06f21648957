import type { CommitId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../contracts/git-backend.ts'
import { blameHorizon, extendHistoryFacts, formerPaths, NO_HISTORY } from './history-facts.ts'

/** A history as parents (by index, always earlier) and dates that need not agree with them. */
const history = fc
  .array(fc.record({ parents: fc.array(fc.nat(), { maxLength: 2 }), date: fc.nat(60) }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((commits): readonly HistoryEntry[] =>
    commits.map(({ parents, date }, i) => ({
      id: `c${i}` as CommitId,
      parents: i === 0 ? [] : [...new Set(parents.map((parent) => `c${parent % i}` as CommitId))],
      committedAt: date + 1,
    })),
  )

/** Commits that a walk from the last one sees when it stops at the first commit older than `since` on each way. */
function reachedSince(entries: readonly HistoryEntry[], since: number): ReadonlySet<string> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const reached = new Set<string>()
  const open = [entries.at(-1)]
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (reached.has(entry.id) || entry.committedAt < since) continue
    reached.add(entry.id)
    open.push(...entry.parents.map((parent) => byId.get(parent)))
  }
  return reached
}

describe('the horizon of a bounded blame', () => {
  it('never cuts off a commit at or after the time, whatever the clocks said', () => {
    const property = fc.property(history, fc.nat(62), fc.nat(25), (entries, time, split) => {
      const facts = extendHistoryFacts(extendHistoryFacts(NO_HISTORY, entries.slice(0, split)), entries.slice(split))
      const reached = reachedSince(entries, blameHorizon(facts, time))
      const all = reachedSince(entries, 0)
      const wanted = entries.filter((entry) => entry.committedAt >= time && all.has(entry.id))
      expect(wanted.filter((entry) => !reached.has(entry.id))).toEqual([])
    })
    fc.assert(property, { numRuns: 2000 })
  })

  it('is the time itself where dates rise with the history', () => {
    const property = fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(40), (length, time) => {
      const entries = Array.from({ length }, (_, i) => ({
        id: `c${i}` as CommitId,
        parents: i === 0 ? [] : [`c${i - 1}` as CommitId],
        committedAt: i + 1,
      }))
      expect(blameHorizon(extendHistoryFacts(NO_HISTORY, entries), time)).toBe(time)
    })
    fc.assert(property)
  })
})

it('finds every path that may have become this one', () => {
  const renames = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['x', 'y'],
  ] as const
  const facts = { ...NO_HISTORY, renames }
  expect(formerPaths(facts, 'c')).toEqual(['c', 'b', 'a'])
  expect(formerPaths(facts, 'y')).toEqual(['y', 'x'])
  expect(formerPaths(facts, 'z')).toEqual(['z'])
})
