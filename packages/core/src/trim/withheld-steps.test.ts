import { omitUndefined, type Diagnostic, type HeldByTest } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { newestCommitsFirst } from './newest-commits-first.ts'
import { outputOf, regionOf } from '../../test/read-fixture.ts'
import { entrySteps } from './withheld-steps.ts'

const diagnosticOf = (code: string, severity: Diagnostic['severity']): Diagnostic => ({ code, severity, message: code })
const heldBy = (title: string, origin?: 'history'): HeldByTest => ({
  title,
  file: 'a.test.ts',
  line: 1,
  commit: 'b'.repeat(40),
  ...omitUndefined({ origin }),
})

it('takes what stands outside regions from what is missed least to what is missed most', () => {
  const depends = (confidence?: number) => ({
    from_file: 'b.ts',
    from_anchor: 'g',
    nature: 'n',
    commit: '',
    ...omitUndefined({ confidence }),
  })
  const group = { description: 'd', regions: [], commit: '' }
  const unit = { file: 'a.ts', lines: { start: 1, end: 2 } }
  const output = outputOf({
    diagnostics: [
      diagnosticOf('shallow', 'warning'),
      diagnosticOf('remark', 'info'),
      ...Array.from({ length: 5 }, () => diagnosticOf('malformed', 'warning')),
      diagnosticOf('hint', 'info'),
    ],
    dependencies_on_this: [depends(0.9), depends(0.1), depends(), depends(0.9)],
    held_by_tests: [heldBy('a'), heldBy('b')],
    cross_cutting: [group, group],
    resolved: [unit, unit],
  })
  const order = entrySteps(output).map((step) => (step.kind === 'entry' ? `${step.list} ${step.entry}` : step.kind))
  expect(order).toEqual([
    // First the rest of the repeated diagnostics, then the remarks.
    'diagnostics 6',
    'diagnostics 5',
    'diagnostics 7',
    'diagnostics 1',
    'dependencies_on_this 2',
    'dependencies_on_this 1',
    'dependencies_on_this 3',
    'dependencies_on_this 0',
    'held_by_tests 1',
    'held_by_tests 0',
    'cross_cutting 1',
    'cross_cutting 0',
    'resolved 1',
    'resolved 0',
    'diagnostics 4',
    'diagnostics 3',
    'diagnostics 2',
    'diagnostics 0',
  ])
})

it('takes tests that nobody recorded first, the last of them before the others', () => {
  const tests = [heldBy('found 1', 'history'), heldBy('recorded'), heldBy('found 2', 'history')]
  const output = outputOf({ regions: [regionOf()], held_by_tests: tests })
  const measure = ({ held_by_tests: left = [], regions }: typeof output): number => left.length + 10 * regions.length
  const kept = [13, 12, 11].map((maxTokens) =>
    newestCommitsFirst()
      .trim(output, { maxTokens, measure })
      .held_by_tests?.map(({ title }) => title),
  )
  expect(kept).toEqual([['found 1', 'recorded', 'found 2'], ['found 1', 'recorded'], ['recorded']])
})

it('shortens the echoed commit only where it is the id of one', () => {
  const echo = (commit: string): string => {
    const query = { ...outputOf().query, commit }
    return newestCommitsFirst().trim(outputOf({ query, regions: [regionOf()] }), { maxTokens: 0, measure: () => 1 })
      .query.commit
  }
  expect(
    ['a'.repeat(40), 'a'.repeat(64), `x${'a'.repeat(40)}`, 'a'.repeat(39), `${'a'.repeat(40)}~1`].map(echo),
  ).toEqual(['a'.repeat(12), 'a'.repeat(12), `x${'a'.repeat(40)}`, 'a'.repeat(39), `${'a'.repeat(40)}~1`])
})
