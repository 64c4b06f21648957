import { expect, test } from 'vitest'
import { wrapHelp } from './wrap-help.ts'

test('paragraphs are broken at the width, wherever the source breaks them', () => {
  expect(wrapHelp('\nOne two three four five six seven\neight nine ten eleven twelve.\n\nEnd', 45)).toBe(
    '\nOne two three four five six seven eight nine\nten eleven twelve.\n\nEnd',
  )
})

test('lines of a table go on below their last column, and stay lines', () => {
  const text = 'Places:\n  src/a.ts     the whole file, as it is at the commit that is asked about\n  -  stdin'
  expect(wrapHelp(text, 60)).toBe(
    'Places:\n  src/a.ts     the whole file, as it is at the commit that\n               is asked about\n  -  stdin',
  )
  expect(wrapHelp(text, 44)).toBe(
    'Places:\n  src/a.ts     the whole file, as it is at\n  the commit that is asked about\n  -  stdin',
  )
})
