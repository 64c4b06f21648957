import type { AnnotationIndex, AstParser, CacheStorage, GitBackend } from '@chronicle/core/contracts'
import type { NotesRef } from '@chronicle/schema'

/** The dependencies of an open repository. Each part of the library uses what it needs of them. */
export interface RepositoryParts {
  readonly git: GitBackend
  /** Caches no outlines: outlines of old file versions are requested only once, and would evict the current ones. */
  readonly ast: AstParser
  readonly storage: CacheStorage | undefined
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** The environment that contains the keys of models. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Opens the index of the notes in some refs. */
  readonly openIndex: (notesRefs: readonly NotesRef[] | undefined) => AnnotationIndex
  /** The default ref. */
  readonly notesRef: NotesRef | undefined
  /** The tool that records annotations. */
  readonly tool: string | undefined
}
