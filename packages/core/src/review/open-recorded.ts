import {
  ok,
  safeTry,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView, NoteRef } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { createReadRecordedNotes, type RecordedNote } from '../corrections/corrected-notes.ts'
import { openQuery, type OpenedQuery } from '../queries/place-query.ts'
import { guardQuery } from '../read/guard-query.ts'
import { createOpenQueryContext, type ReadPipelineOptions } from '../read/query-context.ts'
import type { ReadError } from '../read/read-error.ts'
import { findMovedLines } from './find-moved-lines.ts'
import { namesIn } from './names-in.ts'
import { placeRegions, type PlacedRegion, type RecordedRegion } from './placed-regions.ts'

/** All annotations, seen from `HEAD` at the time of opening. Results are read on request and not cached. */
export interface RecordedAnnotations {
  readonly head: CommitId
  readonly notesRefs: readonly NotesRef[]
  readonly view: AnnotationView
  /** Returns diagnostics about the repository, and about files that could not be examined so far. */
  diagnostics(): readonly Diagnostic[]
  /**
   * Returns the commits that are `HEAD` or its ancestors. One walk of the log serves all of them, so query many at
   * once.
   */
  reachable(commits: readonly AnnotatedCommit[]): ResultAsync<ReadonlySet<CommitId>, ReadError>
  /** Reads their notes in one batch. */
  notes(commits: readonly NoteRef[]): ResultAsync<ReadonlyMap<CommitId, RecordedNote>, ReadError>
  /** Returns the current path of a file. `undefined` when it is gone. */
  fileNow(path: string): ResultAsync<RepoPath | undefined, ReadError>
  /** Returns the current path of a folder, which ends with a slash. `undefined` when it is gone. */
  folderNow(folder: string): ResultAsync<string | undefined, ReadError>
  /** Returns the file of a unit that was moved or renamed; `undefined` when it still has its name, or is gone. */
  unitNow(anchor: string, file: string): ResultAsync<RepoPath | undefined, ReadError>
  /** Returns the file to which lines were moved that are no longer in their own; `undefined` when none is found. */
  linesNow(file: RepoPath, region: RecordedRegion): ResultAsync<RepoPath | undefined, ReadError>
  /** Returns the names that units of a file have. `undefined` when the file has no outline, so it is unknown. */
  namesIn(file: RepoPath, names: ReadonlySet<string>): ResultAsync<ReadonlySet<string> | undefined, ReadError>
  /**
   * Returns the current places of regions recorded about a file under any of its names, in the given order. `undefined`
   * when the file has no lines in which to place them, or is too large to read.
   */
  placeRegions(
    file: RepoPath,
    regions: readonly RecordedRegion[],
  ): ResultAsync<readonly PlacedRegion[] | undefined, ReadError>
}

/** Updates the index and opens the annotations. `call` applies to all later requests. */
export function openRecorded(
  options: ReadPipelineOptions,
  call: CallOptions = {},
): ResultAsync<RecordedAnnotations, ReadError> {
  const openContext = createOpenQueryContext(options)
  const diagnostics: Diagnostic[] = []
  return guardQuery(call, () =>
    safeTry(async function* () {
      diagnostics.length = 0
      const opened = await openQuery(
        'HEAD',
        yield* openContext(call),
        call,
        // A review searches for rewritten commits itself.
        (diagnostic) => void (diagnostic.code === 'rewritten_commits' || diagnostics.push(diagnostic)),
      )
      return opened.map((repository) => recordedIn(repository, diagnostics))
    }),
  )
}

function recordedIn(opened: OpenedQuery, diagnostics: readonly Diagnostic[]): RecordedAnnotations {
  const { context, placing, queried, view } = opened
  const { ancestry, call, corrections, correctionFactors, notes: readNotes, notesRefs } = context
  const readRecorded = createReadRecordedNotes(readNotes, corrections, correctionFactors)
  return {
    head: queried.head,
    notesRefs,
    view,
    diagnostics: () => diagnostics,
    reachable(commits) {
      return ancestry.contains(queried.head, commits, call)
    },
    notes: (commits) => readRecorded(commits, call),
    fileNow: placing.pathNow,
    folderNow: (folder) =>
      safeTry(async function* () {
        const under = folder.slice(0, -1) as RepoPath
        if ((yield* context.git.listFiles({ commit: queried.head }, under, call)).length > 0) return ok(folder)
        const renamed = yield* placing.renamedFolders(view)
        return ok(renamed.find(({ oldPath }) => oldPath === folder)?.newPath)
      }),
    unitNow: (anchor, file) => placing.unitNow(anchor, file).map((now) => now?.path),
    linesNow: (file, region) => findMovedLines(file, region, opened),
    namesIn: (file, names) => namesIn(file, names, opened),
    placeRegions: (file, regions) => placeRegions(file, regions, opened),
  }
}
