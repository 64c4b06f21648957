import { expect, it } from 'vitest'
import { timestampOfCommit } from './annotation-of-commit.ts'

it.each([
  [0, '1970-01-01T00:00:00Z'],
  [1_735_689_600, '2025-01-01T00:00:00Z'],
  [253_402_300_800, '9999-12-31T23:59:59Z'],
  [99_999_999_999_999, '9999-12-31T23:59:59Z'],
  [-1, '1970-01-01T00:00:00Z'],
])('a commit of second %s has the timestamp %s', (time, timestamp) => {
  expect(timestampOfCommit({ committer: { name: 'A', email: 'a@b', time, zone: 0 } })).toBe(timestamp)
})
