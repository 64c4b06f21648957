import { DEFAULT_NOTES_REF, omitUndefined, type NotesRef } from '@chronicle/schema'
import type { AnnotationSource } from '../contracts/annotation-source.ts'
import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { Formatter } from '../contracts/formatter.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import type { Scorer, ScorerName } from '../contracts/scorer.ts'
import type { TokenCounter } from '../contracts/token-counter.ts'
import type { Trimmer } from '../contracts/trimmer.ts'
import { createCachedBlame } from '../cache/cached-blame.ts'
import { withOutlineCache } from '../cache/with-outline-cache.ts'
import { createReadCorrectedNotes } from '../corrections/corrected-notes.ts'
import { CORRECTION_FACTORS, type CorrectionFactors } from '../corrections/correction-factors.ts'
import { createReadCorrections } from '../corrections/read-corrections.ts'
import { createFindReattached } from '../corrections/reattached-commits.ts'
import { createKeptReasons } from '../from-history/kept-reasons.ts'
import { createAncestry } from '../history/ancestry.ts'
import { historyStorage, perEdge, type PerEdge } from '../history/per-edge.ts'
import { createReadFileHistory } from '../history/file-history.ts'
import { createReadLineHistory } from '../history/create-read-line-history.ts'
import { createNotesIndex } from '../index-notes/create-notes-index.ts'
import { createNotesReader } from '../notes/read-notes.ts'
import { createOpenLineMaps } from '../place/line-maps.ts'
import { createOpenPlaceFacts } from '../place/place-facts.ts'
import { createKeptTraces } from '../queries/history/kept-trace.ts'
import { namedScorer } from '../score/named-scorer.ts'
import type { ReadContext } from './read-context.ts'

/** The stages and seams of a pipeline. Everything but `git` has a default. */
export interface ReadPipelineOptions {
  readonly git: GitBackend
  /** Absent: anchors are not resolved, and queries by lines and files work. */
  readonly ast?: AstParser
  /** By name, or one of your own. Default `DEFAULT_SCORER`. */
  readonly scorer?: ScorerName | Scorer
  /** Default `newestCommitsFirst()`. */
  readonly trimmer?: Trimmer
  /** Default four bytes per token. */
  readonly tokens?: TokenCounter
  /** Default: made from the notes trees, kept in `storage`. */
  readonly index?: AnnotationIndex
  /** What a budget is measured in, in place of the built-in formats. */
  readonly formatter?: Formatter
  /** Where derived data survives the process. Absent: memory alone. */
  readonly storage?: CacheStorage
  /** Refs that hold notes, read as one. Default `refs/notes/chronicle`. Not used with an `index` of your own. */
  readonly notesRefs?: readonly NotesRef[]
  /** Newest dependents looked at per file. Default 500. */
  readonly depsScanLimit?: number
  /**
   * Tells what commits say themselves. It is asked by `read` and `lookup` unless their `sources` leave
   * it out. Absent: notes are all there is.
   */
  readonly history?: AnnotationSource
  /** How much corrections take of a confidence. What is left out: `CORRECTION_FACTORS`. */
  readonly correctionFactors?: Partial<CorrectionFactors>
}

/** How many annotations that depend on a file are looked at, the newest first. */
export const DEFAULT_DEPS_SCAN_LIMIT = 500

/** What every query of one repository shares: the seams, and the caches that make the second query fast. */
export type QueryContext = Omit<ReadContext, 'report' | 'call'>

/** Returns what gives each query the context that holds for the history as it is then. */
export function createOpenQueryContext(options: ReadPipelineOptions): PerEdge<QueryContext> {
  return perEdge(options.git, (edge) => createQueryContext(options, edge))
}

/**
 * Fills in the seams that were left out. Costs nothing until the first query. Of a history that is cut off at an `edge`,
 * nothing is kept in storage, nor taken from there.
 */
export function createQueryContext(options: ReadPipelineOptions, edge = ''): QueryContext {
  const { git, ast, notesRefs, storage } = options
  const lasting = historyStorage({ edge, storage })
  const stored = omitUndefined({ storage })
  const refs = omitUndefined({ refs: notesRefs })
  const notes = createNotesReader(git)
  const ancestry = createAncestry(git, lasting)
  const corrections = createReadCorrections(git, notesRefs ?? [DEFAULT_NOTES_REF])
  const correctionFactors = { ...CORRECTION_FACTORS, ...options.correctionFactors }
  const pastAst = ast === undefined ? undefined : withOutlineCache(ast)
  const fileHistory = createReadFileHistory(git, ancestry, lasting)
  const lineMaps = createOpenLineMaps(storage)
  return {
    git,
    ast: ast === undefined ? undefined : withOutlineCache(ast, storage),
    pastAst,
    index: options.index ?? createNotesIndex({ git, ...refs, ...stored }),
    ancestry,
    fileHistory,
    lineHistory: createReadLineHistory({ git, pastAst, fileHistory, lineMaps, storage: lasting }),
    historySource: options.history,
    keptReasons: createKeptReasons(storage),
    keptTraces: createKeptTraces(storage),
    lineMaps,
    placeFacts: createOpenPlaceFacts(storage),
    blame: createCachedBlame(git, storage),
    notes,
    correctedNotes: createReadCorrectedNotes(notes, corrections, correctionFactors),
    corrections,
    reattached: createFindReattached(git, notesRefs ?? [DEFAULT_NOTES_REF]),
    correctionFactors,
    notesRefs: notesRefs ?? [DEFAULT_NOTES_REF],
    storage,
    edge,
    scorer: typeof options.scorer === 'object' ? options.scorer : namedScorer(options.scorer),
    depsScanLimit: options.depsScanLimit ?? DEFAULT_DEPS_SCAN_LIMIT,
  }
}
