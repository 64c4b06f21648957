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

/** A note after its corrections: its annotation has the corrected values, and no retracted regions. */
export interface CorrectedNote extends FetchedNote {
  /** Confidence factors of the regions of `annotation`. Regions without corrections are missing. */
  readonly factors: ReadonlyMap<Region, number>
  readonly retracted: readonly Region[]
}

/** The annotation of one commit with all its corrections. */
export interface RecordedNote {
  /** As recorded. Absent if the note cannot be read. */
  readonly annotation?: Annotation
  /** After corrections, without retracted content. Absent if the note cannot be read. */
  readonly corrected?: Annotation
  /** The regions of `annotation` after corrections, in the same order. */
  readonly regions: readonly CorrectedRegion[]
  /** Problems of the note and its corrections. */
  readonly diagnostics: readonly Diagnostic[]
}

type ReadNotesAs<Note> = (
  notes: readonly NoteRef[],
  options?: CallOptions,
) => ResultAsync<ReadonlyMap<CommitId, Note>, GitError>

/** Reads the notes of commits and applies their corrections. */
export type ReadCorrectedNotes = ReadNotesAs<CorrectedNote>

/** Creates a `NotesReader` that applies corrections, for callers that present notes as valid. */
export function createReadCorrectedNotes(
  readNotes: NotesReader,
  readCorrections: ReadCorrections,
  factors: CorrectionFactors,
): ReadCorrectedNotes {
  const read = createReadRecordedNotes(readNotes, readCorrections, factors)
  return (wanted, options) =>
    read(wanted, options).map((notes) => new Map([...notes].map(([commit, note]) => [commit, asCorrected(note)])))
}

/** Creates a `NotesReader` that returns notes as recorded together with their corrected form. */
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
