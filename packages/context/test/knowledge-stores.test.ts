import type { CacheStorage } from '@chronicle/core/contracts'
import { createCachedKnowledgeStore, createMemoryKnowledgeStore } from '@chronicle/context'
import { testKnowledgeStore } from '@chronicle/testing'

testKnowledgeStore('memory', {
  persistent: false,
  createPlace: async () => ({ open: createMemoryKnowledgeStore }),
})

testKnowledgeStore('cached', {
  persistent: true,
  createPlace: async () => {
    const values = new Map<string, Uint8Array>()
    return {
      open: () => createCachedKnowledgeStore(storageOf(values)),
      damage: async (choice) => damageValue(values, choice),
    }
  },
})

/** Yields before each step, like a storage that reads and writes files. */
function storageOf(values: Map<string, Uint8Array>): CacheStorage {
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
  return {
    name: 'map',
    async read(key) {
      return values.get(key)?.slice()
    },
    async write(key, value) {
      const bytes = value.slice()
      await pause()
      values.set(key, bytes)
      return true
    },
    async remove(key) {
      values.delete(key)
    },
  }
}

function damageValue(values: Map<string, Uint8Array>, choice: number): void {
  const entries = [...values]
  const [key, bytes] = entries[Math.floor(choice * entries.length)] ?? []
  if (key === undefined || bytes === undefined) return
  const fraction = (choice * entries.length * 5) % 1
  const at = Math.floor(((choice * entries.length * 5 * 7) % 1) * bytes.length)
  const kinds = [
    () => values.delete(key),
    () => values.set(key, bytes.slice(0, at)),
    () => values.set(key, new Uint8Array()),
    () => values.set(key, new TextEncoder().encode('This is something else.')),
    () =>
      values.set(
        key,
        bytes.map((byte, index) => (index === at ? byte ^ (1 << (at % 8)) : byte)),
      ),
    () => values.set(key, entries[(at * 31) % entries.length]?.[1] ?? bytes),
  ]
  kinds[Math.floor(fraction * kinds.length)]?.()
}
