import type { CallOptions, Posting } from '@chronicle/core/contracts'
import { ok, safeTry, type CommitId, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { catchDefectsOf } from '../failure.ts'
import { indexAnnotations, listNotes, type AnnotatedPlace } from './index-annotations.ts'
import type { FileIndexer } from './index-files.ts'

/** The annotations on ancestors of a state. */
export interface KnownAnnotations {
  /** Number of annotated places. */
  readonly count: number
  /** Mean length of the text recorded about a place, in terms. */
  readonly averageLength: number
  /** Returns the notes that contain each term. Their counts are pairs of place and occurrences. */
  postings(
    terms: readonly string[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly Posting[]>, ContextError>
  /** Returns the length of a note's text for each of its places. */
  lengthsOf(key: string): readonly number[]
  /** Returns the places of notes, by key. */
  places(
    keys: readonly string[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly AnnotatedPlace[]>, ContextError>
}

/** Indexes missing notes and returns the annotations. `isAncestor` excludes notes on other commits. */
export function knownAnnotations(
  { git, store }: FileIndexer,
  refs: readonly NotesRef[],
  isAncestor: (commit: CommitId) => boolean,
  call: CallOptions,
): ResultAsync<KnownAnnotations, ContextError> {
  return safeTry(async function* () {
    const notes =
      refs.length === 0 ? [] : (yield* listNotes(git, refs, call)).filter(({ commit }) => isAncestor(commit))
    const keys = notes.map(({ key }) => key)
    const held = yield* store.has('annotations', keys, call)
    const missing = notes.filter(({ key }) => !held.has(key))
    if (missing.length > 0) yield* indexAnnotations(git, store, missing, call)
    const lengths = yield* store.lengths('annotations', keys, call)
    const all = [...lengths.values()].flat()
    const total = all.reduce((sum, length) => sum + length, 0)
    return ok({
      count: all.length,
      averageLength: Math.max(1, total / Math.max(1, all.length)),
      lengthsOf: (key) => lengths.get(key) ?? [],
      postings: (terms, later = {}) =>
        catchDefectsOf(async function* () {
          if (all.length === 0) return ok(new Map())
          const found = yield* store.postings('annotations', terms, later)
          return ok(new Map([...found].map(([term, list]) => [term, list.filter(({ key }) => lengths.has(key))])))
        }),
      places: (wanted, later = {}) =>
        catchDefectsOf(async function* () {
          const values = yield* store.read('annotations', wanted, later)
          return ok(new Map([...values].map(([key, value]) => [key, JSON.parse(value) as readonly AnnotatedPlace[]])))
        }),
    })
  })
}
