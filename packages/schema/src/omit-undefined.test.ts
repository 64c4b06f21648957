import { expect, it } from 'vitest'
import { omitUndefined } from './omit-undefined.ts'

it('leaves out what is undefined, and nothing else, in the order given', () => {
  const kept = omitUndefined({ c: 0, a: undefined, b: '', d: null, e: false })
  expect(Object.entries(kept)).toEqual([
    ['c', 0],
    ['b', ''],
    ['d', null],
    ['e', false],
  ])
})

it('gives fields that an object may lack', () => {
  const given: { readonly at?: string; readonly depth: number } = { depth: 1 }
  const call: { readonly at?: string; readonly depth?: number } = omitUndefined({ at: given.at, depth: given.depth })
  expect('at' in call).toBe(false)
})
