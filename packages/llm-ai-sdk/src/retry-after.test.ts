import fc from 'fast-check'
import { expect, it } from 'vitest'
import { retryAfter } from './retry-after.ts'

const date = 'Wed, 01 Jan 2025 00:00:00 GMT'

it.each([
  [{}, undefined],
  [{ 'retry-after': '' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': 'Wed, 01 Jan 2025 00:00:10 GMT', date: 'today' }, undefined],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': ' 2.5 ' }, 2500],
  [{ 'retry-after': 'Wed, 01 Jan 2025 00:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Tue, 31 Dec 2024 23:00:00 GMT' }, 0],
  [{ 'retry-after': '9', 'retry-after-ms': '30' }, 30],
  [{ 'retry-after': '9', 'retry-after-ms': 'x' }, 9000],
])('%j: %s', (headers, expected) => {
  expect(retryAfter({ date, ...headers })).toBe(expected)
})

it('is a time to wait or nothing, whatever the header holds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (value) => {
      const wait = retryAfter({ date, 'retry-after': value })
      expect(wait === undefined || wait >= 0).toBe(true)
    }),
  )
})
