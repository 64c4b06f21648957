import type { CacheStorage, KnowledgeCollection, KnowledgeError } from '@chronicle/core/contracts'
import { err, ok, ResultAsync } from '@chronicle/schema'
import { checksumOf } from './checksum.ts'
import { storeUnusableError } from './knowledge-failure.ts'

/** Increased when earlier versions cannot read the stored format. */
const LAYOUT = 'knowledge-v1'

/** Maximum number of parts to write at the same time. */
const MAX_WRITES = 8

/** A stored value with the expected size and checksum of its bytes. */
export interface Part {
  readonly name: string
  readonly size: number
  readonly checksum: number
}

/** Writes the parts of segments, several at a time. */
export interface PartWriter {
  write(name: string, bytes: Uint8Array): Promise<Part>
  /** Waits for all writes. Fails if a part could not be written. */
  finish(): ResultAsync<void, KnowledgeError>
  /** Waits for all writes. Returns the names of the parts whose writing began. */
  settle(): Promise<readonly string[]>
}

export function storageKey(collection: KnowledgeCollection, name: string): string {
  return `${LAYOUT}/${collection}/${name}`
}

export function createPartWriter(storage: CacheStorage, collection: KnowledgeCollection): PartWriter {
  const underWay = new Set<Promise<void>>()
  const names: string[] = []
  let failed: string | undefined

  return {
    async write(name, bytes) {
      names.push(name)
      const step = storage.write(storageKey(collection, name), bytes).then((written) => {
        if (!written) failed = name
        underWay.delete(step)
      })
      underWay.add(step)
      if (underWay.size >= MAX_WRITES) await Promise.race(underWay)
      return { name, size: bytes.length, checksum: checksumOf(bytes) }
    },
    finish: () =>
      ResultAsync.fromSafePromise(Promise.all(underWay)).andThen(() =>
        failed === undefined
          ? ok()
          : err(storeUnusableError(new Error(`${storage.name}: ${storageKey(collection, failed)} cannot be written`))),
      ),
    async settle() {
      await Promise.allSettled(underWay)
      return names
    },
  }
}

/** Reads the bytes of a part. Returns `undefined` if they are missing or damaged. */
export async function readPart(
  storage: CacheStorage,
  collection: KnowledgeCollection,
  { name, size, checksum }: Part,
): Promise<Uint8Array | undefined> {
  const bytes = await storage.read(storageKey(collection, name))
  return bytes?.length === size && checksumOf(bytes) === checksum ? bytes : undefined
}
