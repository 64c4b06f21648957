import type { HistoryStep } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { stepSections } from './step-sections.ts'

const step = {
  ...{ commit: 'a1'.repeat(20), timestamp: '2024-01-01T00:00:00Z', author: 'Ada', subject: 'Lock it' },
  ...{ intent: 'Lock it', constraints: [], provenance: { operation: 'initial' } },
  message: '* Use a helper to wait in the test',
} as unknown as HistoryStep
const WHY = 'The watcher reads the file at once.'

it.each([
  ['has no message, if its reasons were inferred from it', { context_level: 'inferred', reasoning: WHY }, false],
  ['has one if none was inferred', { context_level: 'inferred' }, true],
  ['has one beside what was stated', { context_level: 'enhanced', reasoning: WHY }, true],
] as const)('a step %s', (_, more, hasMessage) => {
  const shown = (verbose: boolean): string =>
    JSON.stringify(stepSections([{ ...step, ...more }], { file: 'a.ts' }, verbose).map(({ section }) => section))
  expect(shown(false).includes('Use a helper')).toBe(hasMessage)
  expect(shown(true)).toContain('Use a helper')
})
