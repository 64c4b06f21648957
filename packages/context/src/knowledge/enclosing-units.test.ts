import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import type { SymbolFacts } from '../facts/file-facts.ts'
import { enclosingUnits } from './enclosing-units.ts'

const symbols = [
  ['Session', 'class Session'],
  ['Session::read', 'read()'],
  ['Session::write', 'write()'],
  ['Store', 'class Store'],
  ['Store::read', 'read()'],
  ['open', 'function open()'],
].map(([name = '', signature = '']): SymbolFacts => ({
  ...{ name, signature, kind: 'function', lines: { start: 1, end: 1 }, references: {} },
}))
const lines = `class Session {
  read() {
    if (this.open()) {
      return 1
    }
  }

  write() {}
}

class Store {
  read() {
    return 2
  }
}
`.split('\n')

it.each([
  [4, 1, ['Session::read']],
  [13, 1, ['Store::read']],
  [8, 1, ['Session::write']],
  [1, 1, ['Session']],
  [7, 2, ['Session::write']],
  [3, 1, ['Session::read']],
  [400, 3, []],
])('the units around line %d and %d lines are %j', (start, count, names) => {
  expect([...enclosingUnits(lines, [{ start, count }], symbols)].sort()).toEqual(names)
})

it('of a long line with many declarations of one name take little time', () => {
  const one: SymbolFacts = {
    ...{ name: 'f', signature: 'function f(a)', kind: 'function', references: {} },
    lines: { start: 1, end: 1 },
  }
  const many = Array.from({ length: 20_000 }, () => one)
  const line = 'function f(a){return a+1};'.repeat(many.length)
  const units = (): readonly string[] => enclosingUnits([line], [{ start: 1, count: 1 }], many)
  expect(processorTime(units)).toBeLessThan(2_000)
  expect(units()).toEqual(['f'])
})
