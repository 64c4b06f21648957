import type { HistoryReason } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { historySections } from './history-section.ts'

function textOf(summary: string | undefined, ...texts: readonly string[]): string | undefined {
  const reason: HistoryReason = {
    ...{ origin: 'history', commit: 'a1'.repeat(20), timestamp: '2024-01-01T00:00:00Z' },
    ...(summary === undefined ? {} : { summary }),
    passages: texts.map((text) => ({ text })),
  }
  const [section] = historySections([reason], { commits: 1, speaking: 1 })
  const [block] = section?.blocks ?? []
  return block !== undefined && 'text' in block ? block.text : undefined
}

test.each<[string | undefined, readonly string[], string]>([
  [undefined, ['- Lock it, because it is read'], 'Lock it, because it is read'],
  [undefined, ['- Lock it', '- Read it'], '- Lock it\n- Read it'],
  ['Lock', ['- Lock it, because it is read'], 'Lock.\n- Lock it, because it is read'],
  [
    'Lock',
    ['keep the order of readers', 'wait for the watcher'],
    'Lock. keep the order of readers\nwait for the watcher',
  ],
  ['Lock', ['Readers wait.', 'Writers wait.'], 'Lock. Readers wait. Writers wait.'],
  ['Lock', [], 'Lock'],
])('a subject of %j with %j', (summary, texts, text) => {
  expect(textOf(summary, ...texts)).toBe(text)
})

test('a subject that the first passage ends has no full stop between them', () => {
  const reason: HistoryReason = {
    ...{ origin: 'history', commit: 'a1'.repeat(20), timestamp: '2024-01-01T00:00:00Z', summary: 'Fix the lock' },
    passages: [{ text: 'so that it no longer waits.', continues: true }],
  }
  const [section] = historySections([reason], { commits: 1, speaking: 1 })
  expect(section?.blocks[0]).toMatchObject({ text: 'Fix the lock so that it no longer waits.' })
})

test('consecutive quotations from comments are introduced once', () => {
  const quote = (...passages: HistoryReason['passages']): unknown => {
    const reason = { origin: 'history', commit: 'a1'.repeat(20), timestamp: '2024-01-01T00:00:00Z', passages } as const
    return historySections([reason], { commits: 1, speaking: 1 })[0]?.blocks[0]
  }
  const [first, second] = ['Never lock twice.', 'Call it once.'].map((text) => ({ source: 'comment', text }) as const)
  if (first === undefined || second === undefined) throw new Error('no passages')
  expect(quote(first)).toMatchObject({ text: 'In a comment that is gone: Never lock twice.' })
  expect(quote(first, second)).toMatchObject({ text: 'In comments that are gone: Never lock twice. Call it once.' })
  expect(quote(first, { text: 'Readers wait.' }, second)).toMatchObject({
    text: 'In a comment that is gone: Never lock twice. Readers wait. In a comment that is gone: Call it once.',
  })
})

test.each<[Partial<HistoryReason>, string]>([
  [{ about: 'enclosing_unit' }, '(enclosing unit) Lock'],
  [
    { reverts: [{ commit: 'b2'.repeat(20), subject: 'Wait' }, { commit: 'c3c3c3c3c' }] },
    '(reverts b2b2b2b “Wait”; reverts c3c3c3c) Lock',
  ],
])('%j is told before the subject', (more, text) => {
  const reason: HistoryReason = {
    ...{ origin: 'history', commit: 'a1'.repeat(20), timestamp: '2024-01-01T00:00:00Z', summary: 'Lock', passages: [] },
    ...more,
  }
  const [section] = historySections([reason], { commits: 1, speaking: 1 })
  expect(section?.blocks[0]).toMatchObject({ text })
})
