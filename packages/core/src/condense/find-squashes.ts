import { DEFAULT_NOTES_REF, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import { visitLog } from '../contracts/list-log.ts'
import type { CorrectionError } from '../corrections/correction-error.ts'
import type { CorrectionServices } from '../corrections/correction-services.ts'
import { openAnnotation, openNotes, type OpenAnnotation } from '../corrections/open-annotation.ts'
import { condensableTexts, isSquash, type CondensableTexts } from './condensable-texts.ts'

/** Which squashed annotations to examine. */
export interface SquashSelection {
  /** Commits with an annotation. Absent: all annotated commits reachable from `HEAD`. */
  readonly commits?: readonly string[] | undefined
  /** Maximum number of annotations to return; further ones are counted. Absent: all. */
  readonly limit?: number | undefined
}

/** Squashed annotations with texts that could be condensed. */
export interface FoundSquashes {
  /** Newest first, or in the given order. */
  readonly squashes: readonly SquashedTexts[]
  /** Number of annotations beyond the limit. */
  readonly left: number
  /** Given commits whose annotations are not squashes. */
  readonly others: readonly CommitId[]
}

/** The condensable texts of one annotation. */
export interface SquashedTexts {
  readonly commit: CommitId
  readonly places: readonly CondensableTexts[]
}

/** Number of notes to read at a time. */
const PAGE = 256

/** Finds the condensable texts. Writes nothing and asks no model. */
export function findSquashes(
  { commits, limit = Number.POSITIVE_INFINITY }: SquashSelection,
  services: CorrectionServices,
  call: CallOptions,
): ResultAsync<FoundSquashes, CorrectionError> {
  return safeTry(async function* () {
    const squashes: SquashedTexts[] = []
    const others: CommitId[] = []
    let left = 0
    const add = (open: OpenAnnotation): void => {
      const places = condensableTexts(open)
      if (places.length === 0) return
      if (squashes.length < limit) squashes.push({ commit: open.commit, places })
      else left++
    }
    if (commits !== undefined) {
      const seen = new Set<CommitId>()
      for (const revision of commits) {
        const open = yield* openAnnotation(revision, services, call)
        if (seen.has(open.commit)) continue
        seen.add(open.commit)
        if (isSquash(open)) add(open)
        else others.push(open.commit)
      }
      return ok({ squashes, left, others })
    }
    const { git, notesRefs: [ref = DEFAULT_NOTES_REF] = [] } = services
    const listing = yield* git.listNotes(ref, call)
    const noted = yield* await commitsWithNotes(git, listing, call)
    for (let from = 0; from < noted.length; from += PAGE) {
      const page = noted.slice(from, from + PAGE)
      const notes = page.map((commit) => ({ commit, blobs: listing.notes.get(commit) ?? [] }))
      for (const open of yield* openNotes(notes, { git, notesRefs: [ref] }, call)) add(open)
    }
    return ok({ squashes, left, others })
  })
}

/** Returns the commits with a note that are reachable from `HEAD`, newest first. */
async function commitsWithNotes(
  git: GitBackend,
  { notes }: NotesListing,
  call: CallOptions,
): Promise<ResultAsync<readonly CommitId[], GitError>> {
  return safeTry(async function* () {
    const head = notes.size === 0 ? undefined : yield* git.resolve('HEAD', call)
    const found: CommitId[] = []
    if (head === undefined) return ok(found)
    yield* visitLog(git, { from: head }, call, ({ id }) => {
      if (notes.has(id)) found.push(id)
      return found.length === notes.size ? 'stop' : undefined
    })
    return ok(found)
  })
}
