import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { settledTitle } from './settled-title.ts'

it.each([
  ['[WIP] Try the new layout', 'Try the new layout'],
  ['Draft: [WIP] Cache it', 'Cache it'],
  ['WIP: Cache it', 'Cache it'],
  ['Cache it (WIP)', 'Cache it'],
  ['WIP', 'WIP'],
  ['[WIP]', '[WIP]'],
  ['Drafts are not indexed', 'Drafts are not indexed'],
  ['fix: draft posts', 'fix: draft posts'],
])('%j is %j', (title, settled) => {
  expect(settledTitle(title)).toBe(settled)
})

it('reads spaces of any number', () => {
  const title = `Cache${' '.repeat(100_000)}it`
  expect(settledTitle(title)).toBe(title)
  expect(processorTime(() => settledTitle(title))).toBeLessThan(2_000)
})
