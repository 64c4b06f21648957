import type { CacheStorage, KnowledgeDocument, KnowledgeStore } from '@chronicle/core/contracts'
import { createCachedKnowledgeStore } from '@chronicle/context'
import { describe, expect, test } from 'vitest'

const DOCUMENTS: readonly KnowledgeDocument[] = Array.from({ length: 300 }, (_, number) => ({
  key: `blob${number}`,
  value: `value ${number} `.repeat(200),
  lengths: [number],
  terms: new Map([
    ['all', [number]],
    [`own ${number}`, [1]],
  ]),
}))
const KEYS = DOCUMENTS.map(({ key }) => key)

describe('a cached knowledge store', () => {
  test('leaves what was there when its process ends at any step, and the next one uses what was written', async () => {
    const whole = new Map<string, Uint8Array>()
    const steps = { left: Infinity, done: 0 }
    await add(createCachedKnowledgeStore(storageOf(whole, steps)), DOCUMENTS)
    for (let ended = 0; ended < steps.done; ended++) {
      const values = new Map<string, Uint8Array>()
      await add(createCachedKnowledgeStore(storageOf(values)), DOCUMENTS.slice(0, 20))
      const before = [...values]
      // The storage stops responding after that step, as if the process had been killed.
      void createCachedKnowledgeStore(storageOf(values, { left: ended, done: 0, stuck: true })).add('files', DOCUMENTS)
      await new Promise((resolve) => setTimeout(resolve, 5))
      const next = createCachedKnowledgeStore(storageOf(values))
      const held = (await next.has('files', KEYS))._unsafeUnwrap()
      expect([20, 300]).toContain(held.size)
      if (held.size === 20) expect(before.every(([key, bytes]) => values.get(key) === bytes)).toBe(true)
      await add(next, DOCUMENTS)
      expect(await postingsOf(next)).toEqual(KEYS)
      await add(next, [])
      expect(values.size).toBeLessThanOrEqual(whole.size + before.length)
    }
  })

  test('fails where nothing can be written, and takes away what it wrote', async () => {
    const values = new Map<string, Uint8Array>()
    for (const left of [0, 1, 3]) {
      const store = createCachedKnowledgeStore(storageOf(values, { left, done: 0 }))
      expect((await store.add('files', DOCUMENTS))._unsafeUnwrapErr()).toMatchObject({
        code: 'knowledge_store_unusable',
        message: expect.stringContaining('cannot be written') as unknown,
      })
      expect((await store.has('files', KEYS))._unsafeUnwrap()).toEqual(new Set())
      expect([...values.keys()]).toEqual([])
    }
  })

  test('takes away what it wrote when it is aborted', async () => {
    const values = new Map<string, Uint8Array>()
    const store = createCachedKnowledgeStore(storageOf(values))
    const controller = new AbortController()
    const adding = store.add('files', DOCUMENTS, { signal: controller.signal })
    setTimeout(() => controller.abort(), 1)
    const added = await adding
    expect(added.isOk() || added.error.code === 'aborted').toBe(true)
    if (added.isErr()) expect([...values.keys()]).toEqual([])
  })

  test('lists its segment again when another store replaced the manifest at the same time', async () => {
    const values = new Map<string, Uint8Array>()
    let between: (() => Promise<void>) | undefined
    const other = createCachedKnowledgeStore(storageOf(values))
    const slow = storageOf(values)
    const store = createCachedKnowledgeStore({
      ...slow,
      async write(key, value) {
        const meanwhile = key.endsWith('/manifest') ? between : undefined
        between = undefined
        // This store reads the manifest first, but writes it after the other store has read and written.
        await meanwhile?.()
        return slow.write(key, value)
      },
    })
    between = () => add(other, DOCUMENTS.slice(0, 5))
    await add(store, DOCUMENTS.slice(5, 10))
    expect((await store.has('files', KEYS))._unsafeUnwrap()).toEqual(new Set(KEYS.slice(5, 10)))
    // The other store's documents were lost: it reports them as missing, and adds them again.
    expect((await other.has('files', KEYS))._unsafeUnwrap()).toEqual(new Set(KEYS.slice(5, 10)))
    await add(other, DOCUMENTS.slice(0, 10))
    expect(await postingsOf(store)).toEqual(KEYS.slice(0, 10))
  })

  test('answers from a view that another store has merged and removed meanwhile', async () => {
    const values = new Map<string, Uint8Array>()
    const reader = createCachedKnowledgeStore(storageOf(values))
    const writer = createCachedKnowledgeStore(storageOf(values))
    for (const [number, document] of DOCUMENTS.slice(0, 100).entries()) {
      await add(writer, [document])
      expect(await postingsOf(reader)).toEqual(KEYS.slice(0, number + 1))
    }
    // 100 documents added one by one form a handful of segments, of three values each.
    expect(values.size).toBeLessThan(60)
  })
})

interface Steps {
  left: number
  done: number
  /** Whether writes after the last step never end, instead of failing. */
  readonly stuck?: boolean
}

function storageOf(values: Map<string, Uint8Array>, steps: Steps = { left: Infinity, done: 0 }): CacheStorage {
  return {
    name: 'map',
    read: async (key) => values.get(key),
    async write(key, value) {
      steps.done++
      if (steps.left-- <= 0) return steps.stuck === true ? new Promise(() => undefined) : false
      await new Promise((resolve) => setImmediate(resolve))
      values.set(key, value)
      return true
    },
    async remove(key) {
      values.delete(key)
    },
  }
}

async function add(store: KnowledgeStore, documents: readonly KnowledgeDocument[]): Promise<void> {
  ;(await store.add('files', documents))._unsafeUnwrap()
}

async function postingsOf(store: KnowledgeStore): Promise<readonly string[]> {
  const found = (await store.postings('files', ['all']))._unsafeUnwrap().get('all') ?? []
  return found.map(({ key }) => key).sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
}
