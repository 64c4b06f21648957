import { createQueries, type Queries, type ReadPipelineOptions } from '@chronicle/core'
import { DEFAULT_NOTES_REF, type NotesRef, type Overrides } from '@chronicle/schema'
import { keyOfRefs } from './indexes-by-refs.ts'

/** Returns the queries that answer from some notes refs. `undefined`: the refs that the repository was opened with. */
export type QueriesByRefs = (refs: readonly NotesRef[] | undefined) => Queries

/** Queries are created once per set of refs, so that each query can use the results of earlier ones. */
export function createQueriesByRefs(
  stagesWith: (overrides: Overrides<ReadPipelineOptions>) => ReadPipelineOptions,
  notesRefs: readonly NotesRef[] = [DEFAULT_NOTES_REF],
): QueriesByRefs {
  const known = new Map([[keyOfRefs(notesRefs), createQueries(stagesWith({}))]])
  return (refs = notesRefs) => {
    const queries = known.get(keyOfRefs(refs)) ?? createQueries(stagesWith({ notesRefs: refs }))
    known.set(keyOfRefs(refs), queries)
    return queries
  }
}
