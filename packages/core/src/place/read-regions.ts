import { ok, omitUndefined, safeTry, type CommitId, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit } from '../contracts/annotation-index.ts'
import type { FetchedCorrections } from '../corrections/read-corrections.ts'
import { correctAnnotation } from '../corrections/correct-annotation.ts'
import { isRepositoryNote, knowledgeCommits } from '../notes/knowledge-commits.ts'
import { messageReason, type MessageReason } from '../notes/message-reason.ts'
import type { ReadError } from '../read/read-error.ts'
import type { PlacingContext } from './placing-context.ts'
import type { RecordedRegion } from './recorded-region.ts'

/** The regions of notes, with corrections applied. */
export interface RegionsOfNotes {
  /** In the order of the notes; within one note in the order of its annotation. */
  readonly regions: readonly RecordedRegion[]
  /** Commits whose notes were read. */
  readonly commits: readonly CommitId[]
  /** Commits among `commits` with a readable annotation. */
  readonly annotated: readonly CommitId[]
  /** Commits among `commits` whose messages are shown beside their annotation. */
  readonly messageReasons: ReadonlyMap<CommitId, MessageReason>
  /** Problems with notes, by commit. */
  readonly diagnostics: ReadonlyMap<CommitId, readonly Diagnostic[]>
}

/** Corrections of annotations, by commit. */
export type CorrectionsByCommit = ReadonlyMap<CommitId, FetchedCorrections>

/** Reads the regions of notes, with corrections applied. */
export function readRegions(
  commits: readonly AnnotatedCommit[],
  corrections: CorrectionsByCommit,
  { context }: PlacingContext,
): ResultAsync<RegionsOfNotes, ReadError> {
  return safeTry(async function* () {
    const { call, correctionFactors, git, notes } = context
    const read = yield* notes(commits, call)
    const regions: RecordedRegion[] = []
    const diagnostics = new Map<CommitId, readonly Diagnostic[]>()
    const annotated: CommitId[] = []
    const beside = new Map<CommitId, MessageReason>()
    for (const { commit, committedAt } of commits) {
      const note = read.get(commit)
      const recorded = corrections.get(commit)
      const problems = [...(note?.diagnostics ?? []), ...(recorded?.diagnostics ?? [])]
      if (problems.length > 0) diagnostics.set(commit, problems)
      if (note?.annotation === undefined) continue
      annotated.push(commit)
      const shownUnder = yield* isRepositoryNote(commit)
        ? await knowledgeCommits(note.annotation, git, call)
        : ok(undefined)
      const corrected = correctAnnotation(note.annotation, recorded?.corrections ?? [], correctionFactors)
      const stands = messageReason(note.annotation)
      if (stands !== undefined) beside.set(commit, stands)
      for (const [position, { factor, place, region, retracted }] of corrected.regions.entries()) {
        const stored = note.annotation.regions[position]
        const origin = (stored && shownUnder?.get(stored)) ?? commit
        regions.push({
          commit: origin,
          ...omitUndefined({ committedAt }),
          annotation: corrected.annotation,
          region,
          position,
          correctionFactor: factor,
          retracted,
          recordedIn: place?.commit ?? origin,
        })
      }
    }
    return ok({ regions, commits: commits.map(({ commit }) => commit), annotated, beside, diagnostics })
  })
}
