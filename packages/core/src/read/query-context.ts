import { DEFAULT_NOTES_REF, omitUndefined, type NotesRef, type Overrides } from '@chronicle/schema'
import type { AnnotationSource } from '../contracts/annotation-source.ts'
import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { AstParser, AstUnit } from '../contracts/ast-parser.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { Formatter } from '../contracts/formatter.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import { checkedGit, namedStage } from '../contracts/named-stage.ts'
import { createRecentMap } from '../contracts/recent-map.ts'
import type { Scorer, ScorerName } from '../contracts/scorer.ts'
import type { TokenCounter } from '../contracts/token-counter.ts'
import type { Trimmer } from '../contracts/trimmer.ts'
import { createCachedBlame } from '../cache/cached-blame.ts'
import { withOutlineCache } from '../cache/with-outline-cache.ts'
import { createReadCorrectedNotes } from '../corrections/corrected-notes.ts'
import { CORRECTION_FACTORS, type CorrectionFactors } from '../corrections/correction-factors.ts'
import { createReadCorrections } from '../corrections/read-corrections.ts'
import { createFindReattached } from '../corrections/reattached-commits.ts'
import { createReasonCache } from '../from-history/reason-cache.ts'
import { createAncestry } from '../history/ancestry.ts'
import { historyStorage, cachePerHistoryEdge, type PerEdge } from '../history/cache-per-history-edge.ts'
import { createReadFileHistory } from '../history/file-history.ts'
import { createReadLineHistory } from '../history/create-read-line-history.ts'
import { createNotesIndex } from '../index-notes/create-notes-index.ts'
import { createNotesReader } from '../notes/read-notes.ts'
import { createOpenLineMaps } from '../place/line-maps.ts'
import { createOpenPlaceFacts } from '../place/place-facts.ts'
import { createTraceCache } from '../queries/history/trace-cache.ts'
import { checkedScorer } from '../score/checked-scorer.ts'
import { namedScorer } from '../score/named-scorer.ts'
import { createListOtherBranches } from '../history/list-other-branches.ts'
import type { ReadContext } from './read-context.ts'
import { createIsPlainClone } from './remote-names.ts'

/** The stages and seams of a pipeline. Everything but `git` has a default. */
export interface ReadPipelineOptions {
  readonly git: GitBackend
  /** Absent: anchors are not resolved; queries by lines and files still work. */
  readonly ast?: AstParser | undefined
  /** The name of a built-in scorer, or a custom one. Default `DEFAULT_SCORER`. */
  readonly scorer?: ScorerName | Scorer | undefined
  /** Default `newestCommitsFirst()`. */
  readonly trimmer?: Trimmer | undefined
  /** Default: four bytes per token. */
  readonly tokens?: TokenCounter | undefined
  /** Default: built from the notes trees and cached in `storage`. */
  readonly index?: AnnotationIndex | undefined
  /** Formatter in which a budget is measured, instead of the built-in formats. */
  readonly formatter?: Formatter | undefined
  /** Storage for derived data that outlives the process. Absent: memory only. */
  readonly storage?: CacheStorage | undefined
  /** Refs that contain notes, read as one. Default `refs/notes/chronicle`. Ignored with a custom `index`. */
  readonly notesRefs?: readonly NotesRef[] | undefined
  /** Maximum number of dependents to examine per file, newest first. Default 500. */
  readonly depsScanLimit?: number | undefined
  /**
   * Source of what commit messages say. `read` and `lookup` query it unless their `sources` exclude it. Absent: only
   * notes are read.
   */
  readonly history?: AnnotationSource | undefined
  /** Factors by which corrections reduce a confidence. Omitted ones default to `CORRECTION_FACTORS`. */
  readonly correctionFactors?: Overrides<CorrectionFactors> | undefined
}

/** Default maximum number of annotations to examine that depend on a file, newest first. */
export const DEFAULT_DEPS_SCAN_LIMIT = 500

/** Maximum number of units of committed files that are kept. */
const MAX_COMMITTED_UNITS = 20_000

/** State shared by all queries of one repository: the seams, and the caches that make later queries fast. */
export type QueryContext = Omit<ReadContext, 'report' | 'call'>

/** Creates a function that returns the query context for the current history. */
export function createOpenQueryContext(options: ReadPipelineOptions): PerEdge<QueryContext> {
  return cachePerHistoryEdge(checkedGit(options.git), (shallowEdge) => createQueryContext(options, shallowEdge))
}

/**
 * Creates a query context with defaults for omitted seams. Reads nothing before the first query. For a history that is
 * cut off at an `shallowEdge`, storage is neither read nor written.
 */
export function createQueryContext(options: ReadPipelineOptions, shallowEdge = ''): QueryContext {
  const { ast, notesRefs } = options
  const git = checkedGit(options.git)
  const storage = options.storage && namedStage('storage', options.storage)
  const lasting = historyStorage({ edge: shallowEdge, storage })
  const stored = omitUndefined({ storage })
  const refs = omitUndefined({ refs: notesRefs })
  const notes = createNotesReader(git)
  const ancestry = createAncestry(git, lasting)
  const corrections = createReadCorrections(git, notesRefs ?? [DEFAULT_NOTES_REF])
  const correctionFactors = { ...CORRECTION_FACTORS, ...omitUndefined(options.correctionFactors ?? {}) }
  const pastAst = ast === undefined ? undefined : withOutlineCache(ast)
  const fileHistory = createReadFileHistory(git, ancestry, lasting)
  const lineMaps = createOpenLineMaps(storage)
  return {
    git,
    ast: ast === undefined ? undefined : withOutlineCache(ast, storage),
    pastAst,
    index: (options.index && namedStage('index', options.index)) ?? createNotesIndex({ git, ...refs, ...stored }),
    ancestry,
    otherBranches: createListOtherBranches(git),
    isPlainClone: createIsPlainClone(git),
    fileHistory,
    lineHistory: createReadLineHistory({ git, pastAst, fileHistory, lineMaps, storage: lasting }),
    historySource: options.history && namedStage('history source', options.history),
    reasonsCache: createReasonCache(storage),
    tracesCache: createTraceCache(storage),
    lineMaps,
    placeFacts: createOpenPlaceFacts(storage),
    blame: createCachedBlame(git, storage),
    committedUnits: createRecentMap(MAX_COMMITTED_UNITS, (units: readonly AstUnit[]) => 1 + units.length),
    notes,
    correctedNotes: createReadCorrectedNotes(notes, corrections, correctionFactors),
    corrections,
    reattached: createFindReattached(git, notesRefs ?? [DEFAULT_NOTES_REF]),
    correctionFactors,
    notesRefs: notesRefs ?? [DEFAULT_NOTES_REF],
    storage,
    edge: shallowEdge,
    scorer: typeof options.scorer === 'object' ? checkedScorer(options.scorer) : namedScorer(options.scorer),
    depsScanLimit: options.depsScanLimit ?? DEFAULT_DEPS_SCAN_LIMIT,
  }
}
