import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatTimestamp, parseTimestamp } from './timestamp.ts'

it.each([
  ['1970-01-01T00:00:00Z', 0],
  ['1970-01-01t00:00:01z', 1000],
  ['1970-01-01 00:00:00.25+00:00', 250],
  ['1970-01-01T02:00:00+02:00', 0],
  ['1969-12-31T20:00:00-04:00', 0],
  ['2025-06-10T14:30:00.123456789Z', 1_749_565_800_123],
  ['2024-02-29T00:00:00Z', 1_709_164_800_000],
  ['2025-01-01T00:00:00Z', 1_735_689_600_000],
  ['2025-12-31T23:59:59Z', 1_767_225_599_000],
  ['2016-12-31T23:59:60Z', 1_483_228_800_000],
  ['1970-01-01T23:59:00+23:59', 0],
  ['1969-12-31T00:01:00-23:59', 0],
  ['1970-01-01T01:30:00+01:30', 0],
  ['1970-01-01T00:00:00.5Z', 500],
  ['0001-01-01T00:00:00Z', -62_135_596_800_000],
])('reads %s', (text, milliseconds) => {
  expect(parseTimestamp(text)).toBe(milliseconds)
})

it.each([
  '',
  '2025-06-10',
  '2025-06-10T14:30Z',
  '2025-06-10T14:30:00',
  '2025-02-29T00:00:00Z',
  '2025-13-01T00:00:00Z',
  '2025-06-10T24:00:00Z',
  '2025-06-10T14:30:00+24:00',
  '2025-06-10T14:30:00+00:60',
  '2025-06-10T14:30:00-24:00',
  '2025-06-10T14:60:00Z',
  '2025-06-10T14:30:61Z',
  '2025-00-10T14:30:00Z',
  '2025-06-00T14:30:00Z',
  '2025-06-31T14:30:00Z',
  '2025-06-32T14:30:00Z',
  ' 2025-06-10T14:30:00Z',
  '2025-06-10T14:30:00Z ',
  '12025-06-10T14:30:00Z',
  '2025-06-10T14:30:00.Z',
  '2025-06-10T14:30:00.xZ',
  '2025-06-10x14:30:00Z',
  '2025-06-10T14:30:00+2:00',
  '2025-06-10T14:30:00+02:0',
  'abcd-06-10T14:30:00Z',
  'Tue, 10 Jun 2025 14:30:00 GMT',
])('refuses %j', (text) => {
  expect(parseTimestamp(text)).toBeUndefined()
})

it('agrees with Date where both understand', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
      expect(parseTimestamp(date.toISOString())).toBe(date.getTime())
      expect(parseTimestamp(formatTimestamp(date.getTime()))).toBe(Math.floor(date.getTime() / 1000) * 1000)
    }),
  )
})

it('formats whole seconds', () => {
  expect(formatTimestamp(1_749_565_800_999)).toBe('2025-06-10T14:30:00Z')
})

it('refuses what is no time', () => {
  for (const time of [Number.NaN, 8.64e15 + 1]) expect(() => formatTimestamp(time)).toThrow(`${time} is no time`)
})
