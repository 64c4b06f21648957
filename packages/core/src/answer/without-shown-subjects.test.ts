import type { HistoryReason } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { regionOf } from '../../test/read-fixture.ts'
import { withoutShownSubjects } from './without-shown-subjects.ts'

const reason = (summary: string | undefined, ...texts: readonly string[]): HistoryReason => ({
  ...{ origin: 'history', commit: 'd'.repeat(40), timestamp: '' },
  ...(summary !== undefined && { summary }),
  passages: texts.map((text) => ({ text })),
})
const REGIONS = [regionOf({ intent: 'Drain the pool first.' })]

it('removes a commit that only has the subject of an intent, and no other', () => {
  const others = [reason('Drain the pool first', 'It hung.'), reason(undefined), reason('Drain it last')]
  expect(withoutShownSubjects([reason('drain the  pool first.'), ...others], REGIONS, false)).toEqual(others)
  expect(withoutShownSubjects([reason('Drain the pool first. (#12)')], REGIONS, false)).toBeUndefined()
})

it('removes nothing from a verbose answer, nor from one without regions', () => {
  const reasons = [reason('Drain the pool first.')]
  expect(withoutShownSubjects(reasons, REGIONS, true)).toBe(reasons)
  expect(withoutShownSubjects(reasons, [], false)).toEqual(reasons)
  expect(withoutShownSubjects(undefined, REGIONS, false)).toBeUndefined()
})
