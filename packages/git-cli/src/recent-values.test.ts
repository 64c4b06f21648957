import { expect, it } from 'vitest'
import { createRecentValues } from './recent-values.ts'

it('keeps what was asked for last, up to its weight', () => {
  const values = createRecentValues<string, string>(6, (value) => value.length)
  values.set('a', 'aaa')
  values.set('b', 'bbb')
  expect(values.get('a')).toBe('aaa')
  values.set('c', 'ccc')
  expect([values.get('a'), values.get('b'), values.get('c')]).toEqual(['aaa', undefined, 'ccc'])
})

it('counts a value that is set again once', () => {
  const values = createRecentValues<string, string>(6, (value) => value.length)
  values.set('a', 'aaa')
  values.set('a', 'aaaa')
  values.set('b', 'bb')
  expect([values.get('a'), values.get('b')]).toEqual(['aaaa', 'bb'])
})

it('does not keep a value that is too heavy by itself', () => {
  const values = createRecentValues<string, string>(2, (value) => value.length)
  values.set('a', 'aaa')
  expect(values.get('a')).toBeUndefined()
})
