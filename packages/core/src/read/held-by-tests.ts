import { omitUndefined, type HeldByTest } from '@chronicle/schema'
import { foldText } from '../answer/fold-text.ts'
import type { AnsweringRegion } from './answering-regions.ts'
import type { ReadContext } from './read-context.ts'

/** Maximum number of tests in one answer. */
const MAX_TESTS = 20

/** Lists the tests of the places of some regions, each title once: nearest places first, then newest commits. */
export function heldByTests(regions: readonly AnsweringRegion[], report: ReadContext['report']): readonly HeldByTest[] {
  const nearestFirst = [...regions].sort(
    (a, b) =>
      Number(a.about !== undefined) - Number(b.about !== undefined) ||
      (b.committedAt ?? 0) - (a.committedAt ?? 0) ||
      a.position - b.position,
  )
  const found = new Map<string, HeldByTest>()
  for (const { commit, placement, region } of nearestFirst) {
    const anchor = placement.units[0]?.name ?? region.ast_anchor?.name
    for (const { title, file, line = 1 } of region.held_by_tests ?? []) {
      const key = foldText(title)
      if (found.has(key)) continue
      found.set(key, { title, file, line, ...omitUndefined({ anchor }), commit })
    }
  }
  const tests = [...found.values()]
  if (tests.length > MAX_TESTS) {
    const message = `${tests.length} tests hold this place; the newest ${MAX_TESTS} are given.`
    report({ code: 'held_by_tests_limited', severity: 'info', message })
  }
  return tests.slice(0, MAX_TESTS)
}
