import { describe, expect, it } from 'vitest'
import { canonicalJson, isJsonObject, isNestedDeeper, sortKeys } from './canonical-json.ts'

it.each<[unknown, boolean]>([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['text', false],
  [7, false],
])('%j is an object: %j', (value, expected) => {
  expect(isJsonObject(value)).toBe(expected)
})

describe('canonical JSON', () => {
  it('has the keys of all objects in code unit order, in lists too, and keeps the order of lists', () => {
    const value = { b: [{ z: 1, a: null }, 3, 2], a: { d: 'x', c: true }, Z: 0 }
    expect(canonicalJson(value)).toBe('{"Z":0,"a":{"c":true,"d":"x"},"b":[{"a":null,"z":1},3,2]}')
  })

  it.each([null, 7, 'text', true])('%j is as it is', (value) => {
    expect(canonicalJson(value)).toBe(JSON.stringify(value))
  })

  it('never copies __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":2,"b":1}}')
    expect(sortKeys(value)).toEqual({ a: { b: 1 } })
    expect(Object.getPrototypeOf(sortKeys(value))).toBe(Object.prototype)
  })
})

describe('isNestedDeeper', () => {
  it.each<[unknown, number, boolean]>([
    ['text', 0, false],
    [null, 0, false],
    [undefined, 0, false],
    [{}, 0, true],
    [[], 0, true],
    [[1, null], 1, false],
    [[1, []], 1, true],
    [{ a: 1, b: { c: 1 } }, 1, true],
    [{ a: 1, b: { c: 1 } }, 2, false],
    [[[], [[]]], 2, true],
  ])('%j is nested deeper than %j: %j', (value, levels, expected) => {
    expect(isNestedDeeper(value, levels)).toBe(expected)
  })

  it('ends for a cycle', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(isNestedDeeper(cycle, 100)).toBe(true)
  })
})
