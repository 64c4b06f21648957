import type { CommitId, Diagnostic, NotesRef } from '@chronicle/schema'
import type { AnnotationSource } from '../contracts/annotation-source.ts'
import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { AstParser, AstUnit } from '../contracts/ast-parser.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import type { RecentMap } from '../contracts/recent-map.ts'
import type { Scorer } from '../contracts/scorer.ts'
import type { CachedBlame } from '../cache/cached-blame.ts'
import type { ReadCorrectedNotes } from '../corrections/corrected-notes.ts'
import type { CorrectionFactors } from '../corrections/correction-factors.ts'
import type { ReadCorrections } from '../corrections/read-corrections.ts'
import type { FindReattached } from '../corrections/reattached-commits.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import type { KeptTrace } from '../queries/history/kept-unit-trace.ts'
import type { PlaceReasons } from '../from-history/reason-cache.ts'
import type { Ancestry } from '../history/ancestry.ts'
import type { ReadFileHistory } from '../history/file-history.ts'
import type { ReadLineHistory } from '../history/line-history.ts'
import type { OpenLineMaps } from '../place/line-maps.ts'
import type { OpenPlaceFacts } from '../place/place-facts.ts'
import type { NotesReader } from '../notes/read-notes.ts'
import type { ListOtherBranches } from '../history/list-other-branches.ts'
import type { IsPlainClone } from './remote-names.ts'

/** The seams that stages use, and the function to which they report diagnostics. */
export interface ReadContext {
  readonly git: GitBackend
  readonly ast: AstParser | undefined
  /** The parser for past states of files, so that their outlines do not evict those of current files from `storage`. */
  readonly pastAst: AstParser | undefined
  readonly index: AnnotationIndex
  readonly ancestry: Ancestry
  readonly otherBranches: ListOtherBranches
  readonly isPlainClone: IsPlainClone
  readonly fileHistory: ReadFileHistory
  readonly lineMaps: OpenLineMaps
  readonly placeFacts: OpenPlaceFacts
  readonly blame: CachedBlame
  readonly lineHistory: ReadLineHistory
  /** Source of what commit messages say. Absent: only notes are read. */
  readonly historySource: AnnotationSource | undefined
  /** Cache of what the history says about places. */
  readonly reasonsCache: AnswerCache<PlaceReasons>
  /** Cache of the regions that are about units. */
  readonly tracesCache: AnswerCache<KeptTrace>
  /** Units of committed files, by `<commit>:<path>`, as each question looks at the same other files. */
  readonly committedUnits: RecentMap<string, readonly AstUnit[]>
  /** Reads notes as recorded. */
  readonly notes: NotesReader
  /** Reads notes with corrections applied: what may be presented as valid. */
  readonly correctedNotes: ReadCorrectedNotes
  readonly corrections: ReadCorrections
  readonly reattached: FindReattached
  readonly correctionFactors: CorrectionFactors
  /** The refs from which notes are read, for messages. */
  readonly notesRefs: readonly NotesRef[]
  /** Absent: nothing outlives the process. */
  readonly storage: CacheStorage | undefined
  /** Identifies where the history of a shallow clone is cut off; empty for a complete history. */
  readonly edge: string
  readonly scorer: Scorer
  /** Maximum number of dependents to examine per file, newest first. */
  readonly depsScanLimit: number
  readonly call: CallOptions
  readonly report: (diagnostic: Diagnostic) => void
}

/** The commit that a query is resolved to. */
export interface QueriedCommit {
  readonly head: CommitId
  /** Committer time in milliseconds. */
  readonly headAt: number
  /** As the answer repeats it: `WORKTREE`, `INDEX`, `HEAD` or the given revision. */
  readonly at: string
}
