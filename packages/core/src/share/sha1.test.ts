import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha1 } from './sha1.ts'

test('is what everybody else computes, at every length around a block', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 255)
    expect(sha1(bytes)).toBe(createHash('sha1').update(bytes).digest('hex'))
  }
})
