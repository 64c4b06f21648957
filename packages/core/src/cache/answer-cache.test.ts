import type { CommitId } from '@chronicle/schema'
import { expect, it, test } from 'vitest'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import { createReasonCache, type PlaceReasons } from '../from-history/reason-cache.ts'
import { createMemoryStorage } from './memory-storage.ts'

const commit = 'a'.repeat(40) as CommitId
const placeReasons: PlaceReasons = {
  reasons: [{ origin: 'history', commit, timestamp: '2020-01-01T00:00:00Z', passages: [{ text: 'Because.' }] }],
  tests: [{ commit, anchor: 'save', tests: [{ title: 'saves', file: 'test/save.js', line: 3 }] }],
  stats: { commits: 3, speaking: 1 },
}

it('gives an answer to the same question, in this process and in the next one', async () => {
  const storage = createMemoryStorage()
  const kept = createReasonCache(storage)
  await kept.set('place', 'question', placeReasons)
  expect(await kept.get('place', 'question')).toEqual(placeReasons)
  expect(await createReasonCache(storage).get('place', 'question')).toEqual(placeReasons)
  expect(await createReasonCache(storage).has('place')).toBe(true)
})

it('knows nothing of another question about the place, nor of another place', async () => {
  const storage = createMemoryStorage()
  await createReasonCache(storage).set('place', 'question', placeReasons)
  const kept = createReasonCache(storage)
  expect(await kept.get('place', 'another question')).toBeUndefined()
  expect(await kept.get('another place', 'question')).toBeUndefined()
})

test.each(['', '{', 'null', '[]', '7', '{"format":1,"question":"question"}', '{"format":2}'])(
  'a damaged entry is ignored: %s',
  async (damage) => {
    const storage = createMemoryStorage()
    const keys: string[] = []
    const watched: CacheStorage = {
      ...storage,
      write: (key, value) => {
        keys.push(key)
        return storage.write(key, value)
      },
    }
    await createReasonCache(watched).set('place', 'question', placeReasons)
    expect(keys).toHaveLength(1)
    for (const key of keys) await storage.write(key, new TextEncoder().encode(damage))
    expect(await createReasonCache(storage).has('place')).toBe(false)
    expect(await createReasonCache(storage).get('place', 'question')).toBeUndefined()
  },
)

it('keeps no answer that is very large but in memory', async () => {
  const storage = createMemoryStorage()
  const large = {
    ...placeReasons,
    reasons: placeReasons.reasons.map((each) => ({ ...each, passages: [{ text: 'x'.repeat(300_000) }] })),
  }
  const kept = createReasonCache(storage)
  await kept.set('place', 'question', large)
  expect(await kept.get('place', 'question')).toEqual(large)
  expect(await createReasonCache(storage).has('place')).toBe(false)
})
