import { expect, it } from 'vitest'
import { describeUncommitted } from './describe-output.ts'

const at = (start: number, end: number): Parameters<typeof describeUncommitted>[0] => ({
  resolved: [{ file: 'a.rs', lines: { start, end }, uncommitted_lines: [{ start, end }] }],
})

it('one line that is not committed is told apart from several', () => {
  expect(describeUncommitted(at(6, 6))).toBe('a.rs line 6: not committed yet, so nothing can be recorded about it')
  expect(describeUncommitted(at(6, 7))).toBe('a.rs lines 6-7: not committed yet, so nothing can be recorded about them')
})
