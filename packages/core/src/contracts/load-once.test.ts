import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('loads on the first call, and once', async () => {
  let loads = 0
  const load = loadOnce(() => Promise.resolve(++loads))
  expect(loads).toBe(0)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('tries again after a rejection', async () => {
  let loads = 0
  const load = loadOnce(() => (++loads === 1 ? Promise.reject(new Error('EMFILE')) : Promise.resolve(loads)))
  await expect(load()).rejects.toThrow('EMFILE')
  expect(await load()).toBe(2)
})
