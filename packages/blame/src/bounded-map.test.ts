import { expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

it('forgets what was added first', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})

it('weighs values, and always keeps the last one', () => {
  const map = new BoundedMap<string, string>(5, (value) => value.length)
  map.set('a', 'xx')
  map.set('b', 'xxx')
  expect(map.get('a')).toBe('xx')
  map.set('c', 'xxxxxxxxx')
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, undefined, 'xxxxxxxxx'])
  map.set('d', '')
  expect([map.get('c'), map.get('d')]).toEqual([undefined, ''])
})
