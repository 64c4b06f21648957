import type { AnnotationSource } from '../contracts/annotation-source.ts'
import { createQueryContext, type ReadPipelineOptions } from '../read/query-context.ts'
import { sourceOfNotes } from './source-of-notes.ts'

/** Creates the source of the annotations in notes, with corrections applied. Reads nothing until the first query. */
export function createNotesSource(
  options: Pick<ReadPipelineOptions, 'correctionFactors' | 'git' | 'index' | 'notesRefs' | 'storage'>,
): AnnotationSource {
  return sourceOfNotes(createQueryContext(options))
}
