import { ok, safeTry, type RepoPath, type ResultAsync, type TestExpectations } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import type { SymbolSource } from '../rank/symbol-source.ts'
import type { SignalContext } from '../signals/signal.ts'
import { symbolScores } from '../signals/symbol-scores.ts'
import { isTest, testExpectations } from './test-expectations.ts'

/** Files of tests that are quoted, and tests of each. */
const MAX_FILES = 5
const MAX_TESTS = 8
/** Files of the scope whose tests are looked for. */
const TESTED_FILES = 8

/** Finds the tests that match the task, in test files that import the best files or match it themselves. */
export function findTests(
  context: SignalContext,
  files: readonly SymbolSource[],
  ranked: readonly RankedSymbol[],
): ResultAsync<readonly TestExpectations[], ContextError> {
  return safeTry(async function* () {
    const { snapshot, imports, matches, call } = context
    const scores = symbolScores(matches)
    const tested = files.slice(0, TESTED_FILES).map(({ path }) => path)
    const importers = new Set([...(yield* imports.importersOf(tested, call)).values()].flat())
    const bestOf = (path: RepoPath): number => Math.max(0, ...(scores.get(path)?.values() ?? []))
    const found = snapshot.files
      .filter(({ path, class: kind }) => kind === 'test' && scores.has(path))
      .map(({ path }) => ({ path, score: bestOf(path) * (importers.has(path) ? 2 : 1) }))
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .slice(0, MAX_FILES)
      .map(({ path }) => path)
    const facts = yield* snapshot.facts(found, call)
    const texts = yield* snapshot.texts(found, call)
    const packed = new Set(ranked.map(({ path }) => path))
    return ok(
      found.flatMap((path) => {
        const known = facts.get(path)
        // A test file that is packed shows its tests there.
        if (known === undefined || packed.has(path)) return []
        const tests = known.symbols
          .map((symbol, index) => ({ symbol, index, score: scores.get(path)?.get(index) ?? 0 }))
          .filter(({ symbol, score }) => score > 0 && isTest(symbol))
          .sort((a, b) => b.score - a.score || a.index - b.index)
          .slice(0, MAX_TESTS)
          .map(({ index }) => index)
        const expected = testExpectations(path, known, (texts.get(path) ?? '').split('\n'), tests)
        return expected.tests.length === 0 ? [] : [expected]
      }),
    )
  })
}
