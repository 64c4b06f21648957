import { expect, it } from 'vitest'
import { omitEmpty } from './omit-empty.ts'

it('leaves out what says nothing, in the order given', () => {
  const kept = omitEmpty({
    ...{ tags: ['a'], none: [], text: 'b', noText: '', yes: true, no: false, zero: 0, one: 1, missing: undefined },
    ...{ map: new Map([[1, 2]]), noMap: new Map(), set: new Set([1]), noSet: new Set(), null: null, object: {} },
  })
  expect(Object.keys(kept)).toEqual(['tags', 'text', 'yes', 'one', 'map', 'set', 'null', 'object'])
})

it('gives fields that an object may lack', () => {
  const isBinary: boolean = kindOf('b') === 'binary'
  const state: { readonly path: string; readonly is_binary?: true } = {
    path: 'a',
    ...omitEmpty({ is_binary: isBinary }),
  }
  expect('is_binary' in state).toBe(false)
})

function kindOf(path: string): 'binary' | 'text' {
  return path === 'a' ? 'binary' : 'text'
}
