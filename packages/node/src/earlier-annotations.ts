import { createNotesSource } from '@chronicle/core'
import type { AnnotationIndex, AnnotationSource } from '@chronicle/core/contracts'
import { omitUndefined, type NotesRef } from '@chronicle/schema'
import type { RepositoryParts } from './repository-parts.ts'

/** Returns what a writer needs to read the annotations of earlier commits, with corrections applied. */
export function earlierAnnotations(
  { git, storage, openIndex }: RepositoryParts,
  notesRef: NotesRef | undefined,
): { readonly index: AnnotationIndex; readonly recorded: AnnotationSource } {
  const notesRefs = notesRef === undefined ? undefined : [notesRef]
  const index = openIndex(notesRefs)
  return { index, recorded: createNotesSource({ git, index, ...omitUndefined({ notesRefs, storage }) }) }
}
