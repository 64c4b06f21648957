import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { GitError } from '../contracts/git-backend.ts'
import { createPathSlots, type PathSlots } from '../cache/path-slots.ts'
import { createRecentMap, type RecentMap } from '../cache/recent-map.ts'
import { diffLines, LineTable, type NumberedText } from '../line-diff/index.ts'
import type { FileState, FileTexts } from './file-texts.ts'
import type { LineMap } from './line-map.ts'

/** The line maps of one file: between any two of its states. They depend on nothing but the contents. */
export interface LineMaps {
  /** `undefined` where one of the two is no text. */
  between(older: FileState, newer: FileState, texts: FileTexts): ResultAsync<LineMap | undefined, GitError>
  /** Whether the map between two states is known without opening them. */
  has(older: FileState, newer: FileState): Promise<boolean>
  /** Keeps what was computed since the last call. */
  save(): Promise<void>
}

/** Gives the line maps of the file at a path. */
export type OpenLineMaps = (path: string) => Promise<LineMaps>

interface StoredMaps {
  /** Two blobs, and four numbers for each edit. The ones used last come last. */
  readonly maps: readonly (readonly [key: string, edits: readonly number[]])[]
}

/** Files whose maps are kept in memory. */
const MAX_FILES = 64
/** Maps that are kept of one file. */
const MAX_MAPS = 1000
/** Numbered texts that are kept while the maps of one file are made. */
const MAX_NUMBERED = 64

export function createOpenLineMaps(storage?: CacheStorage): OpenLineMaps {
  const files = createRecentMap<LineMaps>(MAX_FILES)
  const slots = createPathSlots<StoredMaps>('maps', 2, storage)
  return (path) => {
    const known = files.get(path) ?? openLineMaps(path, slots)
    files.set(path, known)
    return Promise.resolve(known)
  }
}

/** Texts whose lines have numbers of one table. The same line has another number in another table. */
interface Numbering {
  readonly table: LineTable
  readonly numbered: RecentMap<NumberedText>
}

function beginNumbering(): Numbering {
  return { table: new LineTable(), numbered: createRecentMap<NumberedText>(MAX_NUMBERED) }
}

function openLineMaps(path: string, slots: PathSlots<StoredMaps>): LineMaps {
  let loading: Promise<RecentMap<LineMap>> | undefined
  let changed = false

  /** The maps of a file take some milliseconds to read, and an answer that was kept needs none of them. */
  const load = (): Promise<RecentMap<LineMap>> => (loading ??= readMaps(path, slots))
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
        // Another answer about the file may end, and begin anew, before both are opened.
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
      // The texts are of no use any more: what they were compared for is known.
      numbering = beginNumbering()
      if (!changed) return
      changed = false
      const maps = await load()
      await slots.write(path, { maps: [...maps.entries()].map(([key, map]) => [key, pack(map)] as const) })
    },
  }
}

async function readMaps(path: string, slots: PathSlots<StoredMaps>): Promise<RecentMap<LineMap>> {
  const maps = createRecentMap<LineMap>(MAX_MAPS)
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
