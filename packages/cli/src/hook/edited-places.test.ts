import type { AstUnit } from '@chronicle/core/contracts'
import { expect, test } from 'vitest'
import { editedPlaces } from './edited-places.ts'

const unit = (name: string, start: number, end: number): AstUnit => ({ type: 'function', name, lines: { start, end } })
const UNITS = [unit('A', 1, 200), unit('A::short', 10, 20), unit('A::long', 30, 180), unit('b', 210, 220)]
const lines = (start: number, end = start) => ({ lines: { start, end } })
const between = (start: number) => ({ lines: { start, end: start + 1 }, between: true as const })

test.each([
  ['a short unit is asked about by its name', [lines(12)], [{ anchor: 'A::short', unit: 'A::short', id: 'A::short' }]],
  ['twice is once', [lines(12), lines(14)], [{ anchor: 'A::short', unit: 'A::short', id: 'A::short' }]],
  ['a long one by the lines', [lines(40, 42)], [{ ...lines(40, 42), unit: 'A::long', id: 'A::long' }]],
  ['from the first to the last', [lines(40), lines(50)], [{ ...lines(40, 50), unit: 'A::long', id: 'A::long' }]],
  ['lines of a type between its methods', [lines(25)], [{ ...lines(25), unit: 'A', id: 'A' }]],
  ['lines outside of units', [lines(205, 206)], [{ ...lines(205, 206), id: '205-206' }]],
  ['what is put into a unit', [between(12)], [{ anchor: 'A::short', unit: 'A::short', id: 'A::short' }]],
  ['what is put between two units', [between(205)], []],
  ['nothing', [], []],
])('%s', (_, edits, expected) => {
  expect(editedPlaces(edits, UNITS)).toEqual(expected)
})

test('units of one name are told apart by their lines', () => {
  const overloads = [unit('f', 1, 3), unit('f', 5, 9)]
  expect(editedPlaces([lines(6)], overloads)).toEqual([{ ...lines(5, 9), unit: 'f', id: 'f 5' }])
})

test('an edit of many places is one of the file', () => {
  const units = [1, 2, 3, 4].map((n) => unit(`f${n}`, n * 10, n * 10 + 5))
  expect(editedPlaces(units, units)).toEqual([{ id: '' }])
})
