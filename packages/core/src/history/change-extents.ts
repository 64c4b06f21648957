import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { createPathSlots, type PathSlots } from '../cache/path-slots.ts'
import { createRecentMap } from '../contracts/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { FileState, FileTexts } from '../place/file-texts.ts'
import { extentOfChange, type ChangeExtent } from './pass-over-change.ts'

/**
 * Extents of the changes between states of one file. With them, lines are followed past most changes without reading a
 * state.
 */
export interface ChangeExtents {
  /** Returns `undefined` if one of the states is not a text. */
  between(older: FileState, newer: FileState, texts: FileTexts): ResultAsync<ChangeExtent | undefined, GitError>
  /** Whether the extent is cached, so that the states need not be opened. */
  has(older: FileState, newer: FileState): boolean
  /** Stores the extents computed since the last call. */
  save(): Promise<void>
}

/** Returns the change extents of the file at a path. */
export type OpenChangeExtents = (path: string) => Promise<ChangeExtents>

type StoredExtent = readonly [key: string, first: number, last: number, shift: number]

interface StoredExtents {
  /** Most recently computed last. */
  readonly extents: readonly StoredExtent[]
}

/** Maximum number of files whose extents are cached in memory. */
const MAX_FILES = 64
/** Maximum number of extents of one file: as many as one history examines. */
const MAX_EXTENTS = 2000

/** Caches extents in memory, and in `storage` with one slot per path. They depend only on the contents. */
export function createOpenChangeExtents(storage?: CacheStorage): OpenChangeExtents {
  const files = createRecentMap<string, Promise<ChangeExtents>>(MAX_FILES)
  const slots = createPathSlots<StoredExtents>('extents', 1, storage)
  return (path) => {
    const known = files.get(path) ?? openChangeExtents(path, slots)
    files.set(path, known)
    return known
  }
}

async function openChangeExtents(path: string, slots: PathSlots<StoredExtents>): Promise<ChangeExtents> {
  const stored = await slots.read(path)
  const kept: readonly StoredExtent[] = Array.isArray(stored?.extents) ? stored.extents : []
  const extents = createRecentMap<string, ChangeExtent>(MAX_EXTENTS)
  for (const [key, first, last, shift] of kept) extents.set(key, { first, last, shift })
  let changed = false

  return {
    between(older, newer, texts) {
      return safeTry(async function* () {
        const key = keyOf(older, newer)
        const known = extents.get(key)
        if (known !== undefined) return ok(known)
        // The newer state comes first in the read-ahead order.
        const b = yield* texts.open(newer)
        const a = yield* texts.open(older)
        if (a === undefined || b === undefined) return ok(undefined)
        const extent = extentOfChange(a.bytes, b.bytes)
        extents.set(key, extent)
        changed = true
        return ok(extent)
      })
    },
    has: (older, newer) => extents.get(keyOf(older, newer)) !== undefined,
    async save() {
      if (!changed) return
      changed = false
      const all = extents.entries().map(([key, { first, last, shift }]): StoredExtent => [key, first, last, shift])
      await slots.write(path, { extents: all })
    },
  }
}

function keyOf(older: FileState, newer: FileState): string {
  return `${older.blob} ${newer.blob}`
}
