import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { GitError } from '../contracts/git-backend.ts'
import { createPathSlots, type PathSlots } from '../cache/path-slots.ts'
import { createRecentMap, type RecentMap } from '../contracts/recent-map.ts'
import { diffLines, LineTable, type NumberedText } from '../line-diff/index.ts'
import type { FileState, FileTexts } from './file-texts.ts'
import type { LineMap } from './line-map.ts'

/** The line maps between any two states of one file. They depend only on the contents. */
export interface LineMaps {
  /** Returns the map between two states; `undefined` when one of them is not text. */
  between(older: FileState, newer: FileState, texts: FileTexts): ResultAsync<LineMap | undefined, GitError>
  /** Whether the map between two states is cached, so that neither needs to be opened. */
  has(older: FileState, newer: FileState): Promise<boolean>
  /** Stores the maps computed since the last call. */
  save(): Promise<void>
}

/** Opens the line maps of the file at a path. */
export type OpenLineMaps = (path: string) => Promise<LineMaps>

interface StoredMaps {
  /** Two blobs, and four numbers for each edit. Sorted by last use, most recent last. */
  readonly maps: readonly (readonly [key: string, edits: readonly number[]])[]
}

/** Maximum number of files whose maps are kept in memory. */
const MAX_FILES = 64
/** Maximum number of maps kept for one file. */
const MAX_MAPS = 1000
/** Maximum number of numbered texts kept while the maps of one file are computed. */
const MAX_NUMBERED = 64

export function createOpenLineMaps(storage?: CacheStorage): OpenLineMaps {
  const files = createRecentMap<string, LineMaps>(MAX_FILES)
  const slots = createPathSlots<StoredMaps>('maps', 2, storage)
  return (path) => {
    const known = files.get(path) ?? openLineMaps(path, slots)
    files.set(path, known)
    return Promise.resolve(known)
  }
}

/** Texts numbered with one line table. A line has different numbers in different tables. */
interface Numbering {
  readonly table: LineTable
  readonly numbered: RecentMap<string, NumberedText>
}

function beginNumbering(): Numbering {
  return { table: new LineTable(), numbered: createRecentMap<string, NumberedText>(MAX_NUMBERED) }
}

function openLineMaps(path: string, slots: PathSlots<StoredMaps>): LineMaps {
  let loading: Promise<RecentMap<string, LineMap>> | undefined
  let changed = false

  /** Loaded on first use: reading the maps takes some milliseconds, and a cached answer needs none of them. */
  const load = (): Promise<RecentMap<string, LineMap>> => (loading ??= readMaps(path, slots))
  let numbering = beginNumbering()

  function number(
    state: FileState,
    texts: FileTexts,
    { numbered, table }: Numbering,
    like?: NumberedText,
  ): ResultAsync<NumberedText | undefined, GitError> {
    return safeTry(async function* () {
      const known = numbered.get(state.blob)
      if (known !== undefined) return ok(known)
      const text = yield* texts.open(state)
      if (text === undefined) return ok(undefined)
      const { bytes } = text
      const lines = like === undefined ? table.number(bytes) : table.numberLike(bytes, like)
      numbered.set(state.blob, lines)
      return ok(lines)
    })
  }

  return {
    between(older, newer, texts) {
      return safeTry(async function* () {
        if (older.blob === newer.blob) return ok([])
        const key = `${older.blob} ${newer.blob}`
        const maps = await load()
        const known = maps.get(key)
        if (known !== undefined) {
          maps.set(key, known)
          return ok(known)
        }
        // A concurrent answer may reset the numbering before both texts are opened.
        const used = numbering
        const b = yield* number(newer, texts, used, used.numbered.get(older.blob))
        const a = yield* number(older, texts, used, b)
        if (a === undefined || b === undefined) return ok(undefined)
        const map = diffLines(a, b, used.table)
        maps.set(key, map)
        changed = true
        return ok(map)
      })
    },
    has: async (older, newer) =>
      older.blob === newer.blob || (await load()).get(`${older.blob} ${newer.blob}`) !== undefined,
    async save() {
      // The numbered texts are released: their comparisons are done.
      numbering = beginNumbering()
      if (!changed) return
      changed = false
      const maps = await load()
      await slots.write(path, { maps: maps.entries().map(([key, map]) => [key, pack(map)] as const) })
    },
  }
}

async function readMaps(path: string, slots: PathSlots<StoredMaps>): Promise<RecentMap<string, LineMap>> {
  const maps = createRecentMap<string, LineMap>(MAX_MAPS)
  for (const [key, edits] of (await slots.read(path))?.maps ?? []) maps.set(key, unpack(edits))
  return maps
}

function pack(map: LineMap): readonly number[] {
  return map.flatMap(({ startA, endA, startB, endB }) => [startA, endA, startB, endB])
}

function unpack(edits: readonly number[]): LineMap {
  const map: LineMap[number][] = []
  for (let at = 0; at + 3 < edits.length; at += 4) {
    const [startA = 0, endA = 0, startB = 0, endB = 0] = edits.slice(at, at + 4)
    map.push({ startA, endA, startB, endB })
  }
  return map
}
