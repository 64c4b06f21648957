import { expect, it } from 'vitest'
import { requestedWait } from './rate-limit.ts'

const YEAR = 365 * 24 * 60 * 60 * 1000

it.each<[Readonly<Record<string, string>>, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT' }, 6000],
  [{ 'x-ratelimit-reset': '7' }, 3000],
  [{ 'retry-after': '99999999999999999999' }, YEAR],
  [{ 'ratelimit-reset': '1e300' }, YEAR],
])('%j asks for a wait of %s ms', (headers, wait) => {
  expect(requestedWait(new Headers(headers), 5000)).toBe(wait)
})
