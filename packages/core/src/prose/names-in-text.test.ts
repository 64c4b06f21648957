import { expect, test } from 'vitest'
import { namesInText } from './names-in-text.ts'

test('what stands between two marked texts is not marked', () => {
  expect([...namesInText('Take ``first`` and then ``second``, `third` or the fourth')]).toEqual([
    'first',
    'second',
    'third',
  ])
})

test('marked options of a command mark nothing after them', () => {
  expect([...namesInText('Read `-g/--glob` and `--iglob` alike instead of `negate --quiet` on this')]).toEqual([
    'negate',
  ])
})

test('a text may have any number of backticks', () => {
  expect([...namesInText(`${'`'.repeat(100_000)} \`a_b\``)]).toEqual(['a_b'])
})
