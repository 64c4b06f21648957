import { ok, omitUndefined, safeTry, type HeldByTest, type ResultAsync } from '@chronicle/schema'
import { foldText } from '../answer/fold-text.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { ReadError } from '../read/read-error.ts'
import { createFindStandingTests } from '../read/standing-tests.ts'
import type { AddedTests } from './reason-cache.ts'

/** Maximum number of tests in one answer. */
const MAX_TESTS = 8

/** Returns the tests that commits added for the place and that still exist, newest first, without duplicate titles. */
export function standingAddedTests(
  added: readonly AddedTests[],
  placing: PlacingContext,
): ResultAsync<readonly HeldByTest[], ReadError> {
  return safeTry(async function* () {
    const find = createFindStandingTests(placing)
    const tests = new Map<string, HeldByTest>()
    for (const { anchor, commit, tests: recorded } of added) {
      if (tests.size >= MAX_TESTS) break
      for (const test of yield* find(recorded)) {
        const known = { ...test, ...omitUndefined({ anchor }), commit }
        if (!tests.has(foldText(test.title))) tests.set(foldText(test.title), { ...known, origin: 'history' })
      }
    }
    return ok([...tests.values()].slice(0, MAX_TESTS))
  })
}
