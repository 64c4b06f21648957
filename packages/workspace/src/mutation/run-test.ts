import type { Suite, Test } from '@vitest/runner'
import { getFn, getHooks } from 'vitest/suite'

/** Runs a test again, with the hooks before and after each test of its file. Rejects if the test fails. */
export async function runTest(test: Test): Promise<void> {
  const suites = suitesOf(test)
  const cleanups: (() => unknown)[] = []
  try {
    for (const suite of suites) {
      for (const hook of getHooks(suite).beforeEach) {
        const cleanup: unknown = await hook(test.context, suite)
        if (typeof cleanup === 'function') cleanups.push(cleanup as () => unknown)
      }
    }
    await getFn(test)()
  } catch (error) {
    if (!isSkipped(error)) throw error
  } finally {
    for (const suite of suites.toReversed()) {
      for (const hook of getHooks(suite).afterEach.toReversed()) await hook(test.context, suite)
    }
    for (const cleanup of cleanups.toReversed()) await cleanup()
  }
}

/** Returns the file and the groups that contain a test, outermost first. */
function suitesOf(test: Test): readonly Suite[] {
  const suites: Suite[] = []
  for (let suite = test.suite; suite !== undefined; suite = suite.suite) suites.unshift(suite)
  return suites[0] === test.file ? suites : [test.file, ...suites]
}

/** Whether the test was skipped. A test that a mutant makes skip itself does not find the mutant. */
function isSkipped(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'VITEST_PENDING'
}
