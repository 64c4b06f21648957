import type { CommitId, NotesRef } from '@chronicle/schema'
import type { NotesTips } from './notes-state.ts'
import type { StoredRef } from './shard.ts'

/** The only mutable record of the index: the shards of one state of the notes. */
export interface Manifest {
  readonly format: 4
  readonly refs: readonly NotesRef[]
  readonly tips: NotesTips
  /** Number of commits with at least one note. */
  readonly notes: number
  /** Names of the shards by number; `''` for an empty one. */
  readonly wordShards: readonly string[]
  readonly commitShards: readonly string[]
  /** Names of the page tables of the two ordered lists; `''` for an empty list. */
  readonly times: string
  readonly paths: string
  /** Commits whose annotations are about no particular path, in order. */
  readonly wide: readonly StoredRef[]
  /** Commits with notes that were missing from the repository at the last check. */
  readonly missing: readonly CommitId[]
  /** Parts of the previous state that this one no longer uses. The next update removes them. */
  readonly retired: readonly string[]
}

export const MANIFEST_KEY = 'index/manifest.json'

export function isManifest(value: unknown, refs: readonly NotesRef[]): value is Manifest {
  const manifest = value as Partial<Manifest> | undefined
  return manifest?.format === 4 && JSON.stringify(manifest.refs) === JSON.stringify(refs)
}
