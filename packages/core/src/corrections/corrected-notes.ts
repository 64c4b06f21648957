import { ok, Result, safeTry, type Annotation, type CommitId, type Region, type ResultAsync } from '@chronicle/schema'
import type { NoteRef } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { FetchedNote, NotesReader } from '../notes/read-notes.ts'
import { correctAnnotation } from './correct-annotation.ts'
import type { CorrectionFactors } from './correction-factors.ts'
import type { ReadCorrections } from './read-corrections.ts'

/** A note as its corrections leave it: its annotation has the corrected values, and no region that was retracted. */
export interface CorrectedNote extends FetchedNote {
  /** What corrections leave of the confidence of a region of `annotation`. Regions without any are missing. */
  readonly factors: ReadonlyMap<Region, number>
  readonly retracted: readonly Region[]
}

/** Reads the notes of commits with their corrections applied. */
export type ReadCorrectedNotes = (
  notes: readonly NoteRef[],
  options?: CallOptions,
) => ResultAsync<ReadonlyMap<CommitId, CorrectedNote>, GitError>

/** `NotesReader` with corrections applied, for whatever presents what notes say as valid. */
export function createReadCorrectedNotes(
  readNotes: NotesReader,
  readCorrections: ReadCorrections,
  factors: CorrectionFactors,
): ReadCorrectedNotes {
  return (wanted, options) =>
    safeTry(async function* () {
      const [notes, corrections] = yield* Result.combine(
        await Promise.all([
          readNotes(wanted, options),
          readCorrections(
            wanted.map(({ commit }) => commit),
            options,
          ),
        ]),
      )
      const corrected = new Map<CommitId, CorrectedNote>()
      for (const [commit, note] of notes) {
        const recorded = corrections.get(commit)
        const diagnostics = [...note.diagnostics, ...(recorded?.diagnostics ?? [])]
        if (note.annotation === undefined) {
          corrected.set(commit, { annotation: undefined, diagnostics, factors: new Map(), retracted: [] })
          continue
        }
        const { annotation, regions } = correctAnnotation(note.annotation, recorded?.corrections ?? [], factors)
        const retracted = regions.filter((each) => each.retracted)
        corrected.set(commit, {
          annotation: retracted.length === 0 ? annotation : withRegions(annotation, regions),
          diagnostics,
          factors: new Map(regions.filter(({ factor }) => factor !== 1).map(({ region, factor }) => [region, factor])),
          retracted: retracted.map(({ region }) => region),
        })
      }
      return ok(corrected)
    })
}

function withRegions(
  annotation: Annotation,
  regions: readonly { readonly region: Region; readonly retracted: boolean }[],
): Annotation {
  return { ...annotation, regions: regions.filter(({ retracted }) => !retracted).map(({ region }) => region) }
}
