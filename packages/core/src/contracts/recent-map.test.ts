import { expect, it } from 'vitest'
import { createRecentMap } from './recent-map.ts'

it('keeps the entries that were used last', () => {
  const map = createRecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('c'), map.get('b'), map.get('a')]).toEqual([4, undefined, 3])
  expect(map.entries()).toEqual([
    ['c', 4],
    ['a', 3],
  ])
  map.delete('a')
  expect(map.get('a')).toBeUndefined()
})

it('keeps what was asked for last, up to its weight', () => {
  const values = createRecentMap<string, string>(6, (value) => value.length)
  values.set('a', 'aaa')
  values.set('b', 'bbb')
  expect(values.get('a')).toBe('aaa')
  values.set('c', 'ccc')
  expect([values.get('a'), values.get('b'), values.get('c')]).toEqual(['aaa', undefined, 'ccc'])
})

it('counts a value that is set again, or deleted, once', () => {
  const values = createRecentMap<string, string>(6, (value) => value.length)
  values.set('a', 'aaa')
  values.set('a', 'aaaa')
  values.set('b', 'bb')
  expect([values.get('a'), values.get('b')]).toEqual(['aaaa', 'bb'])
  values.delete('a')
  values.delete('a')
  values.set('c', 'cccc')
  expect([values.get('b'), values.get('c')]).toEqual(['bb', 'cccc'])
})

it('does not keep a value that is too heavy by itself, but those before it', () => {
  const values = createRecentMap<string, string>(2, (value) => value.length)
  values.set('a', 'a')
  values.set('b', 'b')
  values.set('b', 'bbb')
  expect([values.get('a'), values.get('b')]).toEqual(['a', undefined])
})
