import { expect, it } from 'vitest'
import { commitTime } from './commit-time.ts'

it.each([
  [undefined, undefined],
  [-1, undefined],
  [0, '1970-01-01T00:00:00Z'],
  [1_735_689_600, '2025-01-01T00:00:00Z'],
  [253_402_300_799, '9999-12-31T23:59:59Z'],
  [253_402_300_800, undefined],
  [Number.NaN, undefined],
])('%s seconds are the time %s', (seconds, time) => {
  expect(commitTime(seconds)).toBe(time)
})
