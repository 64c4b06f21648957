import type { CallOptions, GitBackend, GitError, KnowledgeDocument, KnowledgeStore } from '@chronicle/core/contracts'
import {
  ok,
  omitUndefined,
  readNote,
  safeTry,
  type BlobId,
  type CommitId,
  type NotesRef,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { checkAborted } from '../failure.ts'
import { termsOfWords } from '../words/terms.ts'

/** Increased when a change of the code indexes the same note under other terms. */
const ANNOTATIONS_VERSION = '1'
const BATCH = 500

/** A place that an annotation describes. */
export interface AnnotatedPlace {
  /** Path as recorded. */
  readonly path: string
  /** Absent if the region is about the whole file, or lines of it. */
  readonly anchor?: string
  /** Files that the region records as dependencies. */
  readonly dependencies: readonly string[]
}

/** A note with its key in the store and the commit it is on. */
export interface ListedNote {
  readonly commit: CommitId
  readonly blob: BlobId
  readonly key: string
}

/** Lists the notes of the given refs. */
export function listNotes(
  git: GitBackend,
  refs: readonly NotesRef[],
  call: CallOptions,
): ResultAsync<readonly ListedNote[], GitError> {
  return safeTry(async function* () {
    const notes: ListedNote[] = []
    for (const ref of refs) {
      const { notes: listed } = yield* git.listNotes(ref, call)
      for (const [commit, blobs] of listed)
        for (const blob of blobs) notes.push({ commit, blob, key: `${commit}.${blob}.${ANNOTATIONS_VERSION}` })
    }
    return ok(notes)
  })
}

/**
 * Adds missing notes to the store. A document has one length for each of its places, and the counts of a term are pairs
 * of place and occurrences.
 */
export function indexAnnotations(
  git: GitBackend,
  store: KnowledgeStore,
  missing: readonly ListedNote[],
  call: CallOptions,
): ResultAsync<void, ContextError> {
  return safeTry(async function* () {
    for (let from = 0; from < missing.length; from += BATCH) {
      yield* checkAborted(call.signal)
      const batch = missing.slice(from, from + BATCH)
      const ids = batch.map(({ blob }) => blob)
      const blobs = yield* git.readBlobs(ids, call)
      const documents = batch.flatMap((note) => {
        const bytes = blobs.get(note.blob)
        return bytes === undefined ? [] : [documentOf(note, bytes)]
      })
      yield* store.add('annotations', documents, call)
      call.onProgress?.({ step: 'indexing annotations', done: from + batch.length, total: missing.length })
    }
    return ok()
  })
}

/** A note that cannot be read becomes a document without places, so that it is not read again. */
function documentOf({ commit, key }: ListedNote, bytes: Uint8Array): KnowledgeDocument {
  const regions = readNote(bytes, { commit }).annotation?.regions ?? []
  const places: AnnotatedPlace[] = []
  const lengths: number[] = []
  const terms = new Map<string, number[]>()
  for (const region of regions) {
    if (region.file === undefined) continue
    const place = places.length
    const { ast_anchor: anchor, semantic_dependencies: dependencies } = region
    places.push({
      path: region.file,
      ...omitUndefined({ anchor: anchor?.name }),
      dependencies: dependencies.map(({ file }) => file),
    })
    const counts = countTerms(wordsOf(region))
    for (const [term, count] of counts) {
      const pairs = terms.get(term)
      if (pairs === undefined) terms.set(term, [place, count])
      else pairs.push(place, count)
    }
    lengths.push([...counts.values()].reduce((sum, count) => sum + count, 0))
  }
  return { key, value: JSON.stringify(places), lengths, terms }
}

function wordsOf(region: Region): string {
  return [
    region.intent,
    region.reasoning,
    region.risk_notes,
    ...region.constraints.map(({ text }) => text),
    ...region.rejected_alternatives.flatMap(({ approach, reason }) => [approach, reason]),
    ...region.tags,
  ].join('\n')
}

function countTerms(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const term of termsOfWords(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
