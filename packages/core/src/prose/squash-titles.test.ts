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
  ['runs over lines', '\n* The reader read too far,\n  since nobody told it the end.\n\n* Lint'],
  ['stands with the next', '\n* Read less\n* Write more'],
  ['has another mark', '\n- Read less\n\n- Write more'],
])('none where an item %s', (_, body) => {
  expect(titlesOf('Fix the reader (#12)', body)).toEqual([])
})
