import type { NotesRef } from '@chronicle/schema'
import type { NotesTip } from '../contracts/git-backend.ts'
import type { StoredRef } from './shard.ts'

/** The one mutable record of the index: which shards make up which state of the notes. */
export interface Manifest {
  readonly format: 1
  readonly refs: readonly NotesRef[]
  /** In the order of `refs`; `null` where the ref does not exist. */
  readonly tips: readonly (NotesTip | null)[]
  /** Commits with at least one note. */
  readonly notes: number
  /** Names of the shards, by number; `''` for one without entries. */
  readonly pathShards: readonly string[]
  readonly commitShards: readonly string[]
  /** Commits that speak of no particular path, in order. */
  readonly wide: readonly StoredRef[]
  /** Shards that the state before this one used; removed by the update after this one. */
  readonly retired: readonly string[]
}

export const MANIFEST_KEY = 'index/manifest.json'

export function isManifest(value: unknown, refs: readonly NotesRef[]): value is Manifest {
  const manifest = value as Partial<Manifest> | undefined
  return manifest?.format === 1 && JSON.stringify(manifest.refs) === JSON.stringify(refs)
}

export function sameTips(a: readonly (string | null)[], b: readonly (string | null)[]): boolean {
  return a.length === b.length && a.every((tip, i) => tip === b[i])
}
