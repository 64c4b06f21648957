import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparePaths, compareText } from './compare.ts'

it('compares text by code unit', () => {
  expect(['é', 'a', 'Z', 'b', 'a'].sort(compareText)).toEqual(['Z', 'a', 'a', 'b', 'é'])
  expect([compareText('a', 'b'), compareText('b', 'a'), compareText('a', 'a')]).toEqual([-1, 1, 0])
})

it('orders paths as the bytes of UTF-8 are ordered', () => {
  const path = fc.string({
    unit: fc.constantFrom('a', '/', '.', 'é', '\u{ffff}', '\u{1f600}', '\u{e000}'),
    maxLength: 6,
  })
  fc.assert(
    fc.property(path, path, (a, b) => {
      expect(Math.sign(comparePaths(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))))
    }),
  )
})

it.each([
  ['a', 'b'],
  ['a', 'ab'],
  ['\uffff', '\u{10000}'],
  ['\ud7ff', '\ue000'],
  ['\ue000', '\u{10000}'],
  ['\uffff', '\u{10ffff}'],
  ['\u{10000}a', '\u{10ffff}'],
])('%j comes before %j', (a, b) => {
  expect(comparePaths(a, b)).toBeLessThan(0)
  expect(comparePaths(b, a)).toBeGreaterThan(0)
  expect(comparePaths(a, a)).toBe(0)
})
