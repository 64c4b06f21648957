import type { CommitId, Diagnostic, NotesRef } from '@chronicle/schema'
import type { AnnotationSource } from '../contracts/annotation-source.ts'
import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import type { Scorer } from '../contracts/scorer.ts'
import type { CachedBlame } from '../cache/cached-blame.ts'
import type { ReadCorrectedNotes } from '../corrections/corrected-notes.ts'
import type { CorrectionFactors } from '../corrections/correction-factors.ts'
import type { ReadCorrections } from '../corrections/read-corrections.ts'
import type { FindReattached } from '../corrections/reattached-commits.ts'
import type { KeptAnswers } from '../cache/kept-answers.ts'
import type { KeptTrace } from '../queries/history/kept-unit-trace.ts'
import type { PlaceReasons } from '../from-history/kept-reasons.ts'
import type { Ancestry } from '../history/ancestry.ts'
import type { ReadFileHistory } from '../history/file-history.ts'
import type { ReadLineHistory } from '../history/line-history.ts'
import type { OpenLineMaps } from '../place/line-maps.ts'
import type { OpenPlaceFacts } from '../place/place-facts.ts'
import type { NotesReader } from '../notes/read-notes.ts'

/** The seams that stages work with, and where they report what the reader should know. */
export interface ReadContext {
  readonly git: GitBackend
  readonly ast: AstParser | undefined
  /** The same for files as they were: their outlines do not push those of the present ones out of `storage`. */
  readonly pastAst: AstParser | undefined
  readonly index: AnnotationIndex
  readonly ancestry: Ancestry
  readonly fileHistory: ReadFileHistory
  readonly lineMaps: OpenLineMaps
  readonly placeFacts: OpenPlaceFacts
  readonly blame: CachedBlame
  readonly lineHistory: ReadLineHistory
  /** Tells what commits say themselves. Absent: notes are all there is. */
  readonly historySource: AnnotationSource | undefined
  /** What was found in the history before. */
  readonly keptReasons: KeptAnswers<PlaceReasons>
  /** Which regions were found to speak of units. */
  readonly keptTraces: KeptAnswers<KeptTrace>
  /** Notes as they were recorded. */
  readonly notes: NotesReader
  /** Notes as their corrections leave them: what may be presented as valid. */
  readonly correctedNotes: ReadCorrectedNotes
  readonly corrections: ReadCorrections
  readonly reattached: FindReattached
  readonly correctionFactors: CorrectionFactors
  /** The refs that notes are read from, for messages. */
  readonly notesRefs: readonly NotesRef[]
  /** Absent: nothing survives the process. */
  readonly storage: CacheStorage | undefined
  /** Names where the history of a shallow clone is cut off; empty where it is whole. */
  readonly edge: string
  readonly scorer: Scorer
  /** Newest dependents looked at per file. */
  readonly depsScanLimit: number
  readonly call: CallOptions
  readonly report: (diagnostic: Diagnostic) => void
}

/** The commit that a query stands on. */
export interface QueriedCommit {
  readonly head: CommitId
  /** Committer time in milliseconds. */
  readonly headAt: number
  /** As reported back: `WORKTREE`, `INDEX`, `HEAD` or the revision as given. */
  readonly at: string
}
