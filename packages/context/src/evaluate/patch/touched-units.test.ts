import type { AstUnit, AstUnitType } from '@chronicle/core/contracts'
import { expect, it } from 'vitest'
import { touchedUnits } from './touched-units.ts'

function unit(type: AstUnitType, name: string, start: number, end: number): AstUnit {
  return { type, name, lines: { start, end } }
}

const outline = {
  language: 'python',
  partial: false,
  units: [
    unit('class', 'A', 1, 20),
    unit('method', 'A::f', 3, 8),
    unit('method', 'A::g', 10, 15),
    unit('function', 'h', 30, 30),
    unit('config', 'k', 40, 50),
  ],
}

it.each([
  [[{ start: 4, end: 4 }], ['A::f']],
  [[{ start: 2, end: 2 }], ['A']],
  [[{ start: 9, end: 9 }], ['A']],
  // The line between the methods changes together with them.
  [[{ start: 7, end: 11 }], ['A::f', 'A::g']],
  [
    [
      { start: 12, end: 12 },
      { start: 18, end: 18 },
    ],
    ['A', 'A::g'],
  ],
  [[{ start: 20, end: 35 }], ['A', 'h']],
  [[{ start: 45, end: 45 }], []],
  [[{ start: 25, end: 26 }], []],
])('%j touches %j', (touched, names) => {
  expect(touchedUnits(touched, outline).map(({ name }) => name)).toEqual(names)
})

it('takes the inner of two units with the same lines', () => {
  const same = { ...outline, units: [unit('class', 'A', 1, 1), unit('method', 'A::f', 1, 1)] }
  expect(touchedUnits([{ start: 1, end: 1 }], same).map(({ name }) => name)).toEqual(['A::f'])
})
