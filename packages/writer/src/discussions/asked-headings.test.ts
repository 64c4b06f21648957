import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { splitAskedHeadings } from './asked-headings.ts'

const DESCRIPTION = `## Summary

Counts are kept in a table.

## Why not a materialized view?

Refreshing takes 80 s.

Readers are locked, too.

### Why not Redis?
Counts have to be right.

## Why not now?

## Rollout

With a flag.`

it('takes answers from below headings that ask for another way', () => {
  expect(splitAskedHeadings(DESCRIPTION, '|')).toEqual({
    rest: '## Summary\n\nCounts are kept in a table.\n\n||## Why not now?\n\n## Rollout\n\nWith a flag.',
    answered: [
      {
        approach: 'a materialized view',
        reason: 'Refreshing takes 80 s.\n\nReaders are locked, too.',
        quotes: ['Refreshing takes 80 s.', 'Readers are locked, too.'],
      },
      { approach: 'Redis', reason: 'Counts have to be right.', quotes: ['Counts have to be right.'] },
    ],
  })
})

it.each(['## Why?\n\nIt was slow.', '## Why is this not cached?\n\nIt changes.', 'Why not Redis?\n\nNo.'])(
  '%j asks for no other way',
  (text) => {
    expect(splitAskedHeadings(text, '|')).toEqual({ rest: text, answered: [] })
  },
)

it('is told in time that grows with the text alone', () => {
  const text = '## Why not a?\n'.repeat(5000)
  expect(processorTime(() => splitAskedHeadings(text, '|'))).toBeLessThan(2000)
})
