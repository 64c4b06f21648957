import { createNotesIndex } from '@chronicle/core'
import type { AnnotationIndex, CacheStorage, GitBackend } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, omitUndefined, type NotesRef } from '@chronicle/schema'
import type { OpenOptions } from './chronicle.ts'
import { lazySqliteIndex, type ClosableIndex } from './lazy-sqlite-index.ts'

/** The annotation indexes of a repository: one for each set of notes refs, because an open one may hold a file. */
export interface IndexesByRefs {
  /** Returns the index that the program chose. `undefined`: each pipeline creates its own, in small files. */
  chosen(refs: readonly NotesRef[] | undefined): AnnotationIndex | undefined
  /** Returns the index that the program chose, or else one in small files. */
  of(refs: readonly NotesRef[] | undefined): AnnotationIndex
  close(): Promise<void>
}

interface IndexDependencies {
  readonly git: GitBackend
  readonly storage: CacheStorage | undefined
  /** The folder of SQLite files, as in `SqliteIndexOptions`. `undefined`: the cache folder of the repository. */
  readonly dir: string | (() => Promise<string | undefined>) | undefined
}

export function createIndexesByRefs(
  kind: OpenOptions['index'],
  { git, storage, dir }: IndexDependencies,
): IndexesByRefs {
  const opened = new Map<string, ClosableIndex>()
  const optionsFor = (refs: readonly NotesRef[] | undefined): Parameters<typeof createNotesIndex>[0] => ({
    git,
    ...omitUndefined({ refs, storage }),
  })
  const chosen: IndexesByRefs['chosen'] = (refs) => {
    if (kind !== 'sqlite') return kind === 'files' ? undefined : kind
    const key = keyOfRefs(refs ?? [DEFAULT_NOTES_REF])
    const index = opened.get(key) ?? lazySqliteIndex({ ...optionsFor(refs), ...omitUndefined({ dir }) })
    opened.set(key, index)
    return index
  }
  return {
    chosen,
    of: (refs) => chosen(refs) ?? createNotesIndex(optionsFor(refs)),
    async close() {
      const indexes = [...opened.values()]
      opened.clear()
      await Promise.all(indexes.map((index) => index.close()))
    },
  }
}

/** Returns a key for a list of refs. Their order matters: notes are written to the first. */
export function keyOfRefs(refs: readonly NotesRef[]): string {
  return refs.join('\n')
}
