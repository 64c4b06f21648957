import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparePaths } from './compare-paths.ts'

it('orders as the bytes of UTF-8 are ordered', () => {
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
