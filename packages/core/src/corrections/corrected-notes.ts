import {
  ok,
  Result,
  safeTry,
  type Annotation,
  type CommitId,
  type Diagnostic,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { NoteRef } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { FetchedNote, NotesReader } from '../notes/read-notes.ts'
import { correctAnnotation, type CorrectedRegion } from './correct-annotation.ts'
import type { CorrectionFactors } from './correction-factors.ts'
import type { FetchedCorrections, ReadCorrections } from './read-corrections.ts'

/** A note as its corrections leave it: its annotation has the corrected values, and no region that was retracted. */
export interface CorrectedNote extends FetchedNote {
  /** What corrections leave of the confidence of a region of `annotation`. Regions without any are missing. */
  readonly factors: ReadonlyMap<Region, number>
  readonly retracted: readonly Region[]
}

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

type ReadNotesAs<Note> = (
  notes: readonly NoteRef[],
  options?: CallOptions,
) => ResultAsync<ReadonlyMap<CommitId, Note>, GitError>

/** Reads the notes of commits with their corrections applied. */
export type ReadCorrectedNotes = ReadNotesAs<CorrectedNote>

/** `NotesReader` with corrections applied, for whatever presents what notes say as valid. */
export function createReadCorrectedNotes(
  readNotes: NotesReader,
  readCorrections: ReadCorrections,
  factors: CorrectionFactors,
): ReadCorrectedNotes {
  const read = createReadRecordedNotes(readNotes, readCorrections, factors)
  return (wanted, options) =>
    read(wanted, options).map((notes) => new Map([...notes].map(([commit, note]) => [commit, asCorrected(note)])))
}

/** `NotesReader` with what was recorded and, beside it, what corrections leave of it. */
export function createReadRecordedNotes(
  readNotes: NotesReader,
  readCorrections: ReadCorrections,
  factors: CorrectionFactors,
): ReadNotesAs<RecordedNote> {
  return (wanted, options) =>
    safeTry(async function* () {
      const ids = wanted.map(({ commit }) => commit)
      const [notes, corrections] = yield* Result.combine(
        await Promise.all([readNotes(wanted, options), readCorrections(ids, options)]),
      )
      return ok(new Map([...notes].map(([commit, note]) => [commit, correct(note, corrections.get(commit), factors)])))
    })
}

function correct(
  { annotation, diagnostics: problems }: FetchedNote,
  against: FetchedCorrections | undefined,
  factors: CorrectionFactors,
): RecordedNote {
  const diagnostics = [...problems, ...(against?.diagnostics ?? [])]
  if (annotation === undefined) return { regions: [], diagnostics }
  const { annotation: corrected, regions } = correctAnnotation(annotation, against?.corrections ?? [], factors)
  const left = regions.filter(({ retracted }) => !retracted).map(({ region }) => region)
  return { annotation, corrected: { ...corrected, regions: left }, regions, diagnostics }
}

function asCorrected({ corrected, regions, diagnostics }: RecordedNote): CorrectedNote {
  return {
    annotation: corrected,
    diagnostics,
    factors: new Map(regions.filter(({ factor }) => factor !== 1).map(({ region, factor }) => [region, factor])),
    retracted: regions.filter(({ retracted }) => retracted).map(({ region }) => region),
  }
}
