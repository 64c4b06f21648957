import {
  acknowledgementsRef,
  correctionsRef,
  ok,
  readNote,
  safeTry,
  type Annotation,
  type BlobId,
  type CommitId,
  type NotesRef,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { mergedAnnotation } from '../notes/read-whole-notes.ts'
import type { RegionsToDrop } from './drop-regions.ts'
import { hasAnyText, textsOf, wordsKey } from './same-words.ts'

/** Number of notes read in one batch. */
const BATCH = 500

/** Copies of scrubbed regions in all annotations of some refs. */
export interface RegionCopies {
  /** The regions with exactly the same words, by commit, including the scrubbed ones. */
  readonly regions: ReadonlyMap<CommitId, RegionsToDrop>
  /** Returns the commits whose annotations still have one of the texts without these regions. */
  readonly left: (dropped: ReadonlyMap<CommitId, RegionsToDrop>) => readonly CommitId[]
}

/**
 * Finds the annotations that have the words of regions, or one of their texts, as after a rewrite, a cherry-pick or a
 * squash. Places are ignored, because a copy may have another one.
 */
export function findRegionCopies(
  scrubbed: readonly Region[],
  notesRefs: readonly NotesRef[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<RegionCopies, GitError> {
  const keys = new Set(scrubbed.map(wordsKey))
  const texts = new Set(scrubbed.flatMap((region) => [...textsOf(region)]))
  const saying = new Map<CommitId, Annotation>()
  return visitNotes(notesRefs, git, call, (commit, contents) => {
    const annotation = mergedAnnotation(contents.flatMap((bytes) => readNote(bytes, { commit }).annotation ?? []))
    if (annotation !== undefined && hasAnyText(annotation, texts)) saying.set(commit, annotation)
  }).map(() => ({
    regions: new Map(
      [...saying].flatMap(([commit, annotation]) => {
        const regions = annotation.regions.filter((region) => keys.has(wordsKey(region)))
        return regions.length === 0 ? [] : [[commit, { annotation, regions }]]
      }),
    ),
    left: (dropped) => {
      const left = [...saying].filter(([commit, annotation]) => {
        const gone = new Set(dropped.get(commit)?.regions.map(wordsKey))
        return hasAnyText(
          { ...annotation, regions: annotation.regions.filter((each) => !gone.has(wordsKey(each))) },
          texts,
        )
      })
      return left.map(([commit]) => commit).sort()
    },
  }))
}

/** Returns the commits, except one, whose annotation, corrections or acknowledgements have a text. */
export function findOtherHolders(
  except: CommitId,
  hasText: (bytes: Uint8Array) => boolean,
  notesRefs: readonly NotesRef[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  const refs = notesRefs.flatMap((ref) => [ref, correctionsRef(ref), acknowledgementsRef(ref)])
  const found = new Set<CommitId>()
  return visitNotes(refs, git, call, (commit, contents) => {
    if (commit !== except && contents.some(hasText)) found.add(commit)
  }).map(() => [...found].sort())
}

/** Visits the notes of every commit, from all refs together. Notes that are not in the repository are left out. */
function visitNotes(
  refs: readonly NotesRef[],
  git: GitBackend,
  call: CallOptions,
  visit: (commit: CommitId, contents: readonly Uint8Array[]) => void,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    const notes = new Map<CommitId, readonly BlobId[]>()
    for (const ref of refs) {
      const listing = yield* git.listNotes(ref, call)
      for (const [commit, ids] of listing.notes) notes.set(commit, [...(notes.get(commit) ?? []), ...ids])
    }
    const all = [...notes]
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH)
      const blobs = yield* git.readBlobs([...new Set(batch.flatMap(([, ids]) => ids))], call)
      for (const [commit, ids] of batch) {
        visit(
          commit,
          ids.flatMap((id) => blobs.get(id) ?? []),
        )
      }
    }
    return ok(undefined)
  })
}
