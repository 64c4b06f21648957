import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fewestSteps } from './fewest-steps.ts'

it('finds the first number that fits, or the last one, with few questions', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.nat(2200), (low, more, first) => {
      const high = low + more
      let asked = 0
      const found = fewestSteps(low, high, (n) => {
        asked++
        expect(n).toBeLessThan(high)
        return n >= first
      })
      expect(found).toBe(Math.min(high, Math.max(low, first)))
      expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(more + 1)))
    }),
  )
})
