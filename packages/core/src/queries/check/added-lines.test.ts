import { expect, it } from 'vitest'
import { addedLines, conflictLines } from './added-lines.ts'

const hunk = (oldStart: number, oldCount: number, newStart: number, newCount: number) => ({
  old: { start: oldStart, count: oldCount },
  new: { start: newStart, count: newCount },
})

it('are the lines that the file did not have in the hunks before', () => {
  const before = ['send()', 'head()', 'body()']
  const after = ['head()', 'body()', '  send()', 'end()']
  expect(addedLines([hunk(1, 1, 0, 0), hunk(3, 0, 3, 2)], before, after)).toEqual(['end()'])
})

it('do not include the markers of a conflict, which name a commit and its subject', () => {
  const after = ['<<<<<<< HEAD', 'max = 10', '||||||| 1b2c3d4', '=======', 'max = 20', '>>>>>>> 6fac31f (Allow twenty)']
  expect(addedLines([hunk(0, 0, 1, 6)], [], after)).toEqual(['max = 10', 'max = 20'])
  expect(conflictLines(after)).toEqual([1])
  expect(conflictLines(['Title', '=======', '<<<<<<< without an end'])).toEqual([])
})
