import type { CommitId, NotesRef } from '@chronicle/schema'
import type { NotesTips } from './notes-state.ts'
import type { StoredRef } from './shard.ts'

/** The one mutable record of the index: which shards make up which state of the notes. */
export interface Manifest {
  readonly format: 4
  readonly refs: readonly NotesRef[]
  readonly tips: NotesTips
  /** Commits with at least one note. */
  readonly notes: number
  /** Names of the shards, by number; `''` for one without entries. */
  readonly wordShards: readonly string[]
  readonly commitShards: readonly string[]
  /** Names of the page tables of the two ordered lists; `''` for an empty list. */
  readonly times: string
  readonly paths: string
  /** Commits that speak of no particular path, in order. */
  readonly wide: readonly StoredRef[]
  /** Commits with notes that were not in the repository when they were last looked for. */
  readonly missing: readonly CommitId[]
  /** What the state before this one was made of and this one is not; removed by the update after this one. */
  readonly retired: readonly string[]
}

export const MANIFEST_KEY = 'index/manifest.json'

export function isManifest(value: unknown, refs: readonly NotesRef[]): value is Manifest {
  const manifest = value as Partial<Manifest> | undefined
  return manifest?.format === 4 && JSON.stringify(manifest.refs) === JSON.stringify(refs)
}
