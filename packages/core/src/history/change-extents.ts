import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import { createRecentMap } from '../cache/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { FileState, FileTexts } from '../place/file-texts.ts'
import { extentOfChange, type ChangeExtent } from './pass-over-change.ts'

/** Where the states of one file differ. With them, lines are followed past most changes without reading a state. */
export interface ChangeExtents {
  /** `undefined` where one of the two is no text. */
  between(older: FileState, newer: FileState, texts: FileTexts): ResultAsync<ChangeExtent | undefined, GitError>
  /** Whether that is known without opening them. */
  has(older: FileState, newer: FileState): boolean
  /** Keeps what was computed since the last call. */
  save(): Promise<void>
}

/** Gives the extents of the changes of the file at a path. */
export type OpenChangeExtents = (path: string) => Promise<ChangeExtents>

type StoredExtent = readonly [key: string, first: number, last: number, shift: number]

interface StoredExtents {
  readonly format: 1
  readonly path: string
  /** The ones found last come last. */
  readonly extents: readonly StoredExtent[]
}

/** Files whose extents are kept in memory. */
const MAX_FILES = 64
/** Extents that are kept of one file: as many as one history looks at. */
const MAX_EXTENTS = 2000

/** Keeps extents in memory, and in one slot for each path in `storage`. They depend on nothing but the contents. */
export function createOpenChangeExtents(storage?: CacheStorage): OpenChangeExtents {
  const files = createRecentMap<Promise<ChangeExtents>>(MAX_FILES)
  return (path) => {
    const known = files.get(path) ?? openChangeExtents(path, storage)
    files.set(path, known)
    return known
  }
}

async function openChangeExtents(path: string, storage: CacheStorage | undefined): Promise<ChangeExtents> {
  const slot = `extents/${hashText(path)}.json`
  const stored = storage === undefined ? undefined : await readJson<Partial<StoredExtents> | null>(storage, slot)
  const usable = stored?.format === 1 && stored.path === path && Array.isArray(stored.extents)
  const kept: readonly StoredExtent[] = usable ? (stored.extents ?? []) : []
  const extents = new Map(kept.map(([key, first, last, shift]) => [key, { first, last, shift }]))
  let changed = false

  return {
    between(older, newer, texts) {
      return safeTry(async function* () {
        const key = keyOf(older, newer)
        const known = extents.get(key)
        if (known !== undefined) return ok(known)
        // The newer one first: it is the one that those after it are read ahead with.
        const b = yield* texts.open(newer)
        const a = yield* texts.open(older)
        if (a === undefined || b === undefined) return ok(undefined)
        const extent = extentOfChange(a.bytes, b.bytes)
        extents.set(key, extent)
        changed = true
        const [oldest] = extents.keys()
        if (extents.size > MAX_EXTENTS && oldest !== undefined) extents.delete(oldest)
        return ok(extent)
      })
    },
    has: (older, newer) => extents.has(keyOf(older, newer)),
    async save() {
      if (!changed || storage === undefined) return
      changed = false
      const all = [...extents].map(([key, { first, last, shift }]): StoredExtent => [key, first, last, shift])
      await writeJson(storage, slot, { format: 1, path, extents: all } satisfies StoredExtents)
    },
  }
}

function keyOf(older: FileState, newer: FileState): string {
  return `${older.blob} ${newer.blob}`
}
