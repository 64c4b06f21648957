import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWithin } from './is-within.ts'

test.each([
  ['a', true],
  ['.', true],
  ['..a', true],
  ['..', false],
  ['../b', false],
])('whether the path %s is in the folder that it starts from: %s', (path, expected) => {
  const folder = join('/work', 'folder')
  expect(isWithin(folder, join(folder, path))).toBe(expected)
})
