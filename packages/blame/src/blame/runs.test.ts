import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Edit } from '@chronicle/core/line-diff'
import { divideRuns, runsOf, type Run } from './runs.ts'

/** Edits as a list of steps: unchanged lines, then removed lines and inserted lines. */
const edits: fc.Arbitrary<readonly Edit[]> = fc
  .array(fc.record({ same: fc.integer({ min: 1, max: 3 }), out: fc.nat(3), into: fc.nat(3) }), { maxLength: 8 })
  .map((steps) => {
    let a = 0
    let b = 0
    return steps.flatMap(({ same, out, into }) => {
      a += same
      b += same
      if (out + into === 0) return []
      const edit = { startA: a, endA: a + out, startB: b, endB: b + into }
      a = edit.endA
      b = edit.endB
      return [edit]
    })
  })

const runs: fc.Arbitrary<readonly Run[]> = fc.array(
  fc.record({ final: fc.nat(100), original: fc.nat(40), length: fc.integer({ min: 1, max: 12 }) }),
  { maxLength: 4 },
)

it('divides every line of every run, as the edits say line by line', () => {
  fc.assert(
    fc.property(runs, edits, (list, steps) => {
      const { passed, kept } = divideRuns(list, steps)
      const linesOf = (parts: readonly Run[]): string[] =>
        parts.flatMap((run) => Array.from({ length: run.length }, (_, i) => `${run.final + i}:${run.original + i}`))
      const expectedPassed: string[] = []
      const expectedKept: string[] = []
      for (const run of list) {
        for (let offset = 0; offset < run.length; offset++) {
          const line = run.original + offset
          const changed = steps.some((edit) => line >= edit.startB && line < edit.endB)
          const shift = steps.filter((edit) => edit.endB <= line).at(-1)
          const before = line + (shift === undefined ? 0 : shift.endA - shift.endB)
          if (changed) expectedKept.push(`${run.final + offset}:${line}`)
          else expectedPassed.push(`${run.final + offset}:${before}`)
        }
      }
      expect(linesOf(passed)).toEqual(expectedPassed)
      expect(linesOf(kept)).toEqual(expectedKept)
    }),
  )
})

it('takes the lines that there are', () => {
  expect(runsOf(undefined, 3)).toEqual([{ final: 0, original: 0, length: 3 }])
  expect(runsOf(undefined, 0)).toEqual([])
  expect(
    runsOf(
      [
        { start: 2, end: 9 },
        { start: 10, end: 12 },
      ],
      4,
    ),
  ).toEqual([{ final: 1, original: 1, length: 3 }])
})
