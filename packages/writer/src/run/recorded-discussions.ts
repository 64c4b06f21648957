import { ok, safeTry, type CommitId, type NotesRef, type Region, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitBackend, GitError, NotesListing } from '@chronicle/core/contracts'
import { openNotes, quotesOnlyDiscussions } from '@chronicle/core/review'
import { hashText } from '@chronicle/core/text'
import type { AnnotationWriter } from '../annotation-writer.ts'
import type { CommitDiscussion } from '../discussions/commit-discussion.ts'
import { recordedDiscussions } from '../discussions/recorded-discussions.ts'
import { isRecordedBy } from './write-commit.ts'

/** Number of notes in memory at a time. */
const NOTES_AT_ONCE = 200

/** The discussions of a commit, as its notes quote them. */
export interface RecordedDiscussions {
  /** Absent if the writer does not use discussions. */
  readonly discussions?: readonly CommitDiscussion[]
  /** Whether nothing else is recorded on the commit, and nothing by this writer. */
  readonly isAll: boolean
  /** Changes when the recorded text changes. Absent if `discussions` is. */
  readonly digest?: string
}

/**
 * Reads what the notes of some commits quote from their discussions, after corrections. A writer that does not use
 * discussions gets none.
 */
export function readRecordedWords(
  {
    git,
    writer,
    notesRef,
  }: { readonly git: GitBackend; readonly writer: AnnotationWriter; readonly notesRef: NotesRef },
  commits: Iterable<CommitId>,
  { notes }: Pick<NotesListing, 'notes'>,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, RecordedDiscussions>, GitError> {
  return safeTry(async function* () {
    const words = new Map<CommitId, RecordedDiscussions>()
    const wanted = [...commits].flatMap((commit) => {
      const blobs = notes.get(commit)
      return blobs === undefined ? [] : [{ commit, blobs }]
    })
    for (let from = 0; from < wanted.length; from += NOTES_AT_ONCE) {
      const page = wanted.slice(from, from + NOTES_AT_ONCE)
      const opened = yield* openNotes(page, { git, notesRefs: [notesRef] }, call)
      for (const { commit, annotation, corrected } of opened) {
        const regions = corrected.regions.flatMap(({ region, retracted }) => (retracted ? [] : [region]))
        const isOwn = ({ recorded = annotation.provenance.recorded }: Region): boolean =>
          isRecordedBy(writer, recorded?.with)
        const isOnlyDiscussions = quotesOnlyDiscussions(annotation) && !annotation.regions.some(isOwn)
        if (writer.readsDiscussions !== true) {
          if (isOnlyDiscussions) words.set(commit, { isAll: isOnlyDiscussions })
          continue
        }
        const discussions = recordedDiscussions({ regions })
        if (discussions.length === 0) continue
        words.set(commit, { discussions, isAll: isOnlyDiscussions, digest: hashText(JSON.stringify(discussions)) })
      }
    }
    return ok(words)
  })
}
