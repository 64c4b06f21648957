import type { AnnotationIndex, AstParser, CacheStorage, GitBackend } from '@chronicle/core/contracts'
import type { NotesRef } from '@chronicle/schema'

/** What an open repository is worked on with. Every part of the library takes of it what it needs. */
export interface RepositoryParts {
  readonly git: GitBackend
  /** Keeps no outlines: those of files as they were are asked for once, and would push the present ones out. */
  readonly ast: AstParser
  readonly storage: CacheStorage | undefined
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Where keys of models are. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Opens the index of what the notes of some refs say. */
  readonly openIndex: (notesRefs: readonly NotesRef[] | undefined) => AnnotationIndex
  /** The ref that is meant where none is given. */
  readonly notesRef: NotesRef | undefined
  /** What annotations are recorded with. */
  readonly tool: string | undefined
}
