import type { AnnotationSource } from '../contracts/annotation-source.ts'
import { createQueryContext, type ReadPipelineOptions } from '../read/query-context.ts'
import { sourceOfNotes } from './source-of-notes.ts'

/** Makes the source of what is recorded in notes, corrections applied. Costs nothing until the first question. */
export function createNotesSource(
  options: Pick<ReadPipelineOptions, 'correctionFactors' | 'git' | 'index' | 'notesRefs' | 'storage'>,
): AnnotationSource {
  return sourceOfNotes(createQueryContext(options))
}
