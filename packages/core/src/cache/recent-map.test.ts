import { expect, it } from 'vitest'
import { createRecentMap } from './recent-map.ts'

it('keeps the entries that were set last', () => {
  const map = createRecentMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
  map.delete('a')
  expect(map.get('a')).toBeUndefined()
})
