import { err, ok, safeTry, type CommitId, type Result, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit, CallOptions, GitBackend, GitError } from '@chronicle/core/contracts'
import type { ReadError, RecordedAnnotations } from '@chronicle/core/review'
import { groupBySize } from '../gather/group-by-size.ts'
import { readSizes } from '../gather/read-texts.ts'

/** The notes to review, newest first, and the number of notes that exist. */
export interface ReviewedNotes {
  readonly found: number
  readonly notes: readonly AnnotatedCommit[]
}

/** Lists the notes on some commits, or all notes without `commits`. Reads only ids and times, no note. */
export function listNotes(
  { git, recorded }: { readonly git: GitBackend; readonly recorded: RecordedAnnotations },
  commits: readonly CommitId[] | undefined,
  limit: number,
  call: CallOptions,
): ResultAsync<ReviewedNotes, ReadError> {
  return safeTry(async function* () {
    if (commits === undefined) {
      const notes = await recorded.view.recent(limit, undefined, call)
      return notes.map((found) => ({ found: recorded.view.noteCount, notes: found }))
    }
    const found = yield* recorded.view.find(commits, call)
    const refs = commits.flatMap((commit) => found.get(commit) ?? [])
    const ids = refs.map(({ commit }) => commit)
    const objects = yield* git.readCommits(ids.slice(0, limit), call)
    const notes = refs.slice(0, limit).map((ref): AnnotatedCommit => {
      const committedAt = objects.get(ref.commit)?.committer.time
      return committedAt === undefined ? ref : { ...ref, committedAt }
    })
    return ok({ found: refs.length, notes })
  })
}

/** Maximum number and total size of notes read at a time, unless a single note is larger. */
const NOTES_AT_ONCE = 200
const BYTES_AT_ONCE = 8 * 1024 * 1024

/** Splits a list of notes into portions that fit into memory. */
export async function* portionsOf(
  notes: readonly AnnotatedCommit[],
  git: GitBackend,
  call: CallOptions,
): AsyncGenerator<Result<readonly AnnotatedCommit[], GitError>, void> {
  for (let from = 0; from < notes.length; from += NOTES_AT_ONCE) {
    const page = notes.slice(from, from + NOTES_AT_ONCE)
    const blobs = [...new Set(page.flatMap((note) => note.blobs))]
    const sizes = await readSizes(git, blobs, call)
    if (sizes.isErr()) {
      yield err(sizes.error)
      return
    }
    const sizeOf = ({ blobs: own }: AnnotatedCommit): number =>
      own.reduce((sum, blob) => sum + (sizes.value.get(blob) ?? 0), 0)
    for (const portion of groupBySize(page, BYTES_AT_ONCE, sizeOf)) yield ok(portion)
  }
}
