import {
  err,
  ok,
  type Annotation,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView, NoteRef } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { correctAnnotation, type CorrectedRegion } from '../corrections/correct-annotation.ts'
import { createFilesNow } from '../queries/files-now.ts'
import { openQuery, type Opened } from '../queries/place-query.ts'
import { guardQuery } from '../read/guard-query.ts'
import { createQueryContext, type ReadPipelineOptions } from '../read/query-context.ts'
import type { ReadError } from '../read/read-error.ts'
import { namesIn } from './names-in.ts'
import { placeRegions, type PlacedRegion, type RecordedRegion } from './placed-regions.ts'

/** The annotation of one commit, with all that was said against it. */
export interface RecordedNote {
  /** As it was recorded. Absent where the note cannot be read. */
  readonly annotation?: Annotation
  /** As corrections leave it, without what was retracted. Absent where the note cannot be read. */
  readonly corrected?: Annotation
  /** The regions of `annotation`, in its order, as corrections leave them. */
  readonly regions: readonly CorrectedRegion[]
  /** What was wrong with the note and its corrections. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Everything that is recorded, seen from where `HEAD` stands at the time of opening. What it is asked for is read then,
 * and not kept.
 */
export interface Recorded {
  readonly head: CommitId
  readonly notesRefs: readonly NotesRef[]
  readonly view: AnnotationView
  /** What is to be known of the repository, and of files that could not be looked into so far. */
  diagnostics(): readonly Diagnostic[]
  /** Those of the commits that are `HEAD` or before it. One walk of the log for all of them: ask about many at once. */
  reachable(commits: readonly AnnotatedCommit[]): Promise<Result<ReadonlySet<CommitId>, ReadError>>
  /** Their notes, all in one go. */
  notes(commits: readonly NoteRef[]): Promise<Result<ReadonlyMap<CommitId, RecordedNote>, ReadError>>
  /** What a file is called now. `undefined`: it is gone. */
  fileNow(path: string): Promise<Result<RepoPath | undefined, ReadError>>
  /** Those of the names that units of a file have. `undefined`: the file has no outline, so it cannot be told. */
  namesIn(file: RepoPath, names: ReadonlySet<string>): Promise<Result<ReadonlySet<string> | undefined, ReadError>>
  /**
   * Where regions are now that were recorded about a file under any of its names, in the order given.
   * `undefined`: it has no lines to place them in, or too many to be read.
   */
  placeRegions(
    file: RepoPath,
    regions: readonly RecordedRegion[],
  ): Promise<Result<readonly PlacedRegion[] | undefined, ReadError>>
}

/** Brings the index up to date, and opens what is recorded. `call` holds for everything that is asked later. */
export function openRecorded(options: ReadPipelineOptions, call: CallOptions = {}): ResultAsync<Recorded, ReadError> {
  const base = createQueryContext(options)
  const diagnostics: Diagnostic[] = []
  return guardQuery(call, async () => {
    diagnostics.length = 0
    const opened = await openQuery('HEAD', base, call, (diagnostic) => void diagnostics.push(diagnostic))
    return opened.map((repository) => recordedIn(repository, diagnostics))
  })
}

function recordedIn(opened: Opened, diagnostics: readonly Diagnostic[]): Recorded {
  const { context, standpoint, view } = opened
  const { ancestry, call, corrections, correctionFactors, notes: readNotes, notesRefs } = context
  const filesNow = createFilesNow(opened)
  return {
    head: standpoint.head,
    notesRefs,
    view,
    diagnostics: () => diagnostics,
    async reachable(commits) {
      const ranks = await ancestry.rank(standpoint.head, commits, call)
      return ranks.map((found) => new Set(found.keys()))
    },
    async notes(commits) {
      const ids = commits.map(({ commit }) => commit)
      const [notes, said] = await Promise.all([readNotes(commits, call), corrections(ids, call)])
      if (notes.isErr()) return err(notes.error)
      if (said.isErr()) return err(said.error)
      const recorded = new Map<CommitId, RecordedNote>()
      for (const [commit, { annotation, diagnostics: problems }] of notes.value) {
        const against = said.value.get(commit)
        const all = [...problems, ...(against?.diagnostics ?? [])]
        if (annotation === undefined) {
          recorded.set(commit, { regions: [], diagnostics: all })
          continue
        }
        const { annotation: corrected, regions } = correctAnnotation(
          annotation,
          against?.corrections ?? [],
          correctionFactors,
        )
        const left = regions.filter(({ retracted }) => !retracted).map(({ region }) => region)
        recorded.set(commit, { annotation, corrected: { ...corrected, regions: left }, regions, diagnostics: all })
      }
      return ok(recorded)
    },
    fileNow: filesNow,
    namesIn: (file, names) => namesIn(file, names, opened),
    placeRegions: (file, regions) => placeRegions(file, regions, opened),
  }
}
