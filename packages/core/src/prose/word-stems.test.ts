import { expect, test } from 'vitest'
import { wordStems } from './word-stems.ts'

test('gives the words of prose and of names alike', () => {
  expect(wordStems('Reads files in readFile()', 4)).toEqual(['read', 'fil', 'read', 'fil', 'readfil'])
  expect(wordStems('is to be', 3)).toEqual([])
})
