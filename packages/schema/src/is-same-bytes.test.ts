import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSameBytes } from './is-same-bytes.ts'

/** Bytes at any offset in their buffer. */
const bytesAnywhere = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 7 }))
  .map(([bytes, offset]) => new Uint8Array([...new Uint8Array(offset), ...bytes]).subarray(offset))

it('compares as one byte after the other does', () => {
  fc.assert(
    fc.property(bytesAnywhere, bytesAnywhere, (one, other) => {
      expect(isSameBytes(one, other)).toBe(Buffer.compare(one, other) === 0)
    }),
  )
})

it('sees each byte that differs, wherever the arrays begin', () => {
  fc.assert(
    fc.property(bytesAnywhere, fc.nat(), fc.nat({ max: 7 }), (bytes, position, offset) => {
      const copy = new Uint8Array([...new Uint8Array(offset), ...bytes]).subarray(offset)
      expect(isSameBytes(bytes, copy)).toBe(true)
      if (copy.length === 0) return
      const at = position % copy.length
      copy[at] = (copy[at] ?? 0) ^ 1
      expect(isSameBytes(bytes, copy)).toBe(false)
    }),
  )
})
