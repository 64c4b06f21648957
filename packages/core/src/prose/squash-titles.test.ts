import { expect, test } from 'vitest'
import { squashTitles } from './squash-titles.ts'

const titlesOf = (first: string, body: string): readonly number[] => [...squashTitles(first, body.split('\n'))]

test('items between blank lines, below the number of a pull request', () => {
  const body = '\n* Fix the reader\n\nIt read too far.\n\n* Lint\n\n---------'
  expect(titlesOf('Fix the reader (#12)', body)).toEqual([1, 5])
  expect(titlesOf('Fix the reader', body)).toEqual([])
  expect(titlesOf('Read (#1)', '* Wait for the peer so that no reader is lost')).toEqual([])
})

test.each([
  [
    'what was done on the way, which an item further down may undo',
    'narrow the valid range to between 1xx and 5xx of it',
  ],
  ['what is to be squashed into another', 'fixup! drop the cache of the reader because it went stale'],
  ['what tests do', 'switch to testing status 100, to avoid the behavior of 100-continue'],
  ['what a review asked for', 'keep the old name of the option since the review asked for it'],
])('an item that says %s', (_, item) => {
  expect(titlesOf('Throw on invalid status codes (#1)', `\n* ${item}\n\n* Lint`)).toEqual([1, 3])
})

test('no item that gives a reason', () => {
  const item = '* use a buffer of the stack in CleanPath to avoid allocations'
  expect(titlesOf('Reuse bytes (#1)', `\n${item}\n\n* Lint`)).toEqual([3])
})

test.each([
  ['runs over lines', '\n* The reader read too far,\n  since nobody told it the end.\n\n* Lint'],
  ['stands with the next', '\n* Read less\n* Write more'],
  ['has another mark', '\n- Read less\n\n- Write more'],
])('none where an item %s', (_, body) => {
  expect(titlesOf('Fix the reader (#12)', body)).toEqual([])
})
