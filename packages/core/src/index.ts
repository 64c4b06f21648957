export { createReadPipeline } from './read/create-read-pipeline.ts'
export type { ReadPipeline } from './read/create-read-pipeline.ts'
export { DEFAULT_DEPS_SCAN_LIMIT } from './read/query-context.ts'
export type { ReadPipelineOptions } from './read/query-context.ts'
export { DEFAULT_DEPTH, DEFAULT_MAX_REGIONS } from './read/resolve-query.ts'
export type { OutputFormat, ReadQuery } from './read/read-query.ts'
export type { ReadError } from './read/read-error.ts'

export { DEFAULT_MAX_FINDINGS, formatChange, parseChange } from './queries/check/check-query.ts'
export type { Change, CheckQuery } from './queries/check/check-query.ts'
export { renderSarif } from './queries/check/render-sarif.ts'
export { RISK_WEIGHTS } from './queries/check/risk.ts'
export type { Reach, RiskWeights, Trust } from './queries/check/risk.ts'
export { createQueries } from './queries/create-queries.ts'
export type { Queries } from './queries/create-queries.ts'
export { DEFAULT_MAX_RESULTS } from './queries/deps/deps-query.ts'
export type { DepsQuery } from './queries/deps/deps-query.ts'
export { DEFAULT_GREP_LIMIT } from './queries/grep/grep-query.ts'
export type { GrepQuery } from './queries/grep/grep-query.ts'
export { DEFAULT_HISTORY_LIMIT } from './queries/history/history-query.ts'
export type { HistoryQuery } from './queries/history/history-query.ts'
export { DEFAULT_LOG_LIMIT } from './queries/log/log-query.ts'
export type { LogQuery } from './queries/log/log-query.ts'
export type { ShowQuery } from './queries/show/show-query.ts'
export { MAX_STATUS_ANNOTATIONS } from './queries/status/status-query.ts'
export type { StatusQuery } from './queries/status/status-query.ts'
export { MAX_SUMMARY_ANNOTATIONS, MAX_SUMMARY_FILES } from './queries/summary/summary-query.ts'
export type { SummaryQuery } from './queries/summary/summary-query.ts'
export { LOOKUP_HISTORY_STEPS } from './queries/lookup/lookup-query.ts'
export type { LookupQuery } from './queries/lookup/lookup-query.ts'
export type { PlaceQuery } from './queries/place-query.ts'
export { renderRemedy } from './answer/render-remedy.ts'
export type { AskedQuestion } from './answer/render-remedy.ts'
export { fitToBudget } from './queries/fit-to-budget.ts'
export type { BudgetOptions } from './queries/fit-to-budget.ts'
export { renderAnswer } from './queries/render-answer.ts'
export { DEFAULT_MAX_TOKENS } from './queries/answer-types.ts'
export type { Answers } from './queries/answer-types.ts'

export { anchorRelation, anchorSegments, matchAnchor, MAX_FUZZY_DISTANCE, nearestNames } from './read/match-anchor.ts'
export type { AnchorMatches, AnchorMatchKind } from './read/match-anchor.ts'
export { countLines, isBinary } from './text/text-bytes.ts'

export { CALIBRATED_COEFFICIENTS } from './score/calibrated-model.ts'
export type { CalibratedCoefficients, CodeFeature } from './score/calibrated-model.ts'
export { calibratedScorer, SOURCE_TRUST } from './score/calibrated-scorer.ts'
export type { CalibratedScorerOptions, SourceTrust } from './score/calibrated-scorer.ts'
export type { ClaimKind } from './score/claim-kind.ts'
export { namedScorer } from './score/named-scorer.ts'
export { ANCHOR_STABILITY, DEFAULT_HALF_LIFE_DAYS, DEFAULT_WEIGHTS, weightedScorer } from './score/weighted-scorer.ts'
export type { FactorWeights, WeightedScorerOptions } from './score/weighted-scorer.ts'

export { correctAnnotation } from './corrections/correct-annotation.ts'
export type { CorrectedAnnotation, CorrectedRegion } from './corrections/correct-annotation.ts'
export { CORRECTION_FACTORS } from './corrections/correction-factors.ts'
export type { CorrectionFactors } from './corrections/correction-factors.ts'

export { bytesPerFour } from './tokens/bytes-per-four.ts'
export { cautiousTokens } from './tokens/cautious-tokens.ts'
export { newestCommitsFirst } from './trim/newest-commits-first.ts'
export { lowestValueFirst } from './trim/lowest-value-first.ts'

export { FORMATTERS } from './format/formatters.ts'
export { formatErrorJson, formatJson, jsonFormatter } from './format/format-json.ts'
export { formatMarkdown, markdownFormatter } from './format/format-markdown.ts'
export { formatPretty, prettyFormatter } from './format/format-pretty.ts'

export { createLineHistoryReader } from './history/create-line-history-reader.ts'
export type {
  LineHistory,
  LineHistoryRequest,
  LineRevision,
  LinesInParent,
  ReadLineHistory,
  UnseenHistory,
} from './history/line-history.ts'

export { createNotesIndex } from './index-notes/create-notes-index.ts'
export type { NotesIndexOptions } from './index-notes/create-notes-index.ts'
export { createNotesSource } from './notes/create-notes-source.ts'
export { createMemoryStorage } from './cache/memory-storage.ts'
export { withOutlineCache } from './cache/with-outline-cache.ts'

export type * from './contracts/index.ts'
