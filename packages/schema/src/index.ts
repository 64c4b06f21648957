export { ANNOTATION_SCHEMA, UNKNOWN_UNIT_TYPE } from './annotation.ts'
export type {
  Annotation,
  AstAnchor,
  Constraint,
  ContextLevel,
  CrossCuttingConcern,
  Evidence,
  HoldingTest,
  LineRange,
  Provenance,
  StoredRecording,
  Region,
  RejectedAlternative,
  RelatedAnnotation,
  SemanticDependency,
  UnknownKeys,
} from './annotation.ts'
export { groupBy } from './group-by.ts'
export { compareBytes, comparePaths, compareText } from './compare.ts'
export { isRefName, parseNotesRef } from './notes-ref.ts'
export { omitEmpty, type Empty, type OmittedEmpty } from './omit-empty.ts'
export { omitUndefined, type OmittedUndefined, type Overrides } from './omit-undefined.ts'
export type { CodedError, Diagnostic } from './coded-error.ts'
export type { Remedy } from './remedy.ts'
export type { Answer, ErrorAnswer, PlaceEcho, TrimmedAnswer } from './answer.ts'
export { ANNOTATE_RECEIPT_SCHEMA } from './annotate-receipt.ts'
export type { AnnotateReceipt, IgnoredKey, RegionReceipt } from './annotate-receipt.ts'
export { CORRECTION_RECEIPT_SCHEMA } from './correction-receipt.ts'
export type { CorrectedPlace, CorrectionReceipt, RecordedAgain, StoredCorrection } from './correction-receipt.ts'
export { CONTEXT_OUTPUT_SCHEMA } from './context-output.ts'
export type {
  ContextBase,
  ContextPackage,
  Detail,
  FileClass,
  LeftOut,
  PackedFile,
  PackedPart,
  PackingReport,
  ContextProvenance,
  RecordedNote,
  ScopedFile,
  ScopedSymbol,
  StackFrame,
  TaskQuery,
  TaskType,
  TestExpectation,
  TestExpectations,
  Tier,
} from './context-output.ts'
export { EVALUATION_OUTPUT_SCHEMA } from './evaluation-output.ts'
export type {
  ComparedMeasure,
  DifferenceInterval,
  EvaluatedCase,
  EvaluatedComparison,
  EvaluatedSystem,
  EvaluationFailure,
  EvaluationOutput,
  EvaluationSource,
  EvaluationSummary,
  McNemarTest,
} from './evaluation-output.ts'
export { INDEX_RECEIPT_SCHEMA } from './index-receipt.ts'
export type { IndexReceipt } from './index-receipt.ts'
export { CONTEXT_RECEIPT_SCHEMA } from './context-receipt.ts'
export type { ContextReceipt, KeptContext, KeptNote } from './context-receipt.ts'
export { REDACTION_REPORT_SCHEMA } from './redaction-report.ts'
export type { RedactionReport } from './redaction-report.ts'
export { WRITING_RECEIPT_SCHEMA } from './writing-receipt.ts'
export type { WritingReceipt, WritingUsage, WrittenCommit } from './writing-receipt.ts'
export { DISCUSSION_RECEIPT_SCHEMA } from './discussion-receipt.ts'
export type { DiscussionReceipt, ImportedChange } from './discussion-receipt.ts'
export { INSTALL_RECEIPT_SCHEMA } from './install-receipt.ts'
export type { InstalledFile, InstallReceipt } from './install-receipt.ts'
export { MATCH_RULES, RECONCILE_RECEIPT_SCHEMA } from './reconcile-receipt.ts'
export type {
  AmbiguousCommit,
  LeftRegion,
  MatchRule,
  ReconciledCommit,
  ReconcileReceipt,
  UnmatchedCommit,
} from './reconcile-receipt.ts'
export { CONDENSE_RECEIPT_SCHEMA, CONDENSE_REFUSALS, CONDENSE_SKIPS } from './condense-receipt.ts'
export type {
  CondensedCommit,
  CondensedTexts,
  CondenseReceipt,
  CondenseRefusalCode,
  CondenseSkipCode,
  CondenseTotals,
} from './condense-receipt.ts'
export type { Advice, AdvisedCorrection } from './advice.ts'
export { TRANSCRIPT_RECEIPT_SCHEMA } from './transcript-receipt.ts'
export type { ReadTranscripts, StatedSentence, TranscriptReceipt } from './transcript-receipt.ts'
export { SCRUB_RECEIPT_SCHEMA } from './scrub-receipt.ts'
export type { RemainingCopy, ScrubbedNote, ScrubbedRef, ScrubReceipt } from './scrub-receipt.ts'
export {
  ACKNOWLEDGEMENT_SCHEMA,
  ACKNOWLEDGEMENT_TRAILER,
  acknowledgementDocument,
  acknowledgementsRef,
  formatAcknowledgementTrailer,
  MAX_FINDING_DIGITS,
  MIN_FINDING_DIGITS,
  parseAcknowledgement,
  readAcknowledgements,
  readAcknowledgementTrailers,
} from './acknowledgement.ts'
export type { AcknowledgementTrailer, FindingId, StoredAcknowledgement } from './acknowledgement.ts'
export { ACKNOWLEDGEMENT_RECEIPT_SCHEMA } from './acknowledgement-receipt.ts'
export type { AcknowledgementReceipt } from './acknowledgement-receipt.ts'
export { CHECK_OUTPUT_SCHEMA } from './check-output.ts'
export type {
  AcknowledgedFinding,
  Acknowledgement,
  CheckedFile,
  CheckOutput,
  CheckQueryEcho,
  CheckStats,
  Finding,
  FindingKind,
  RiskLevel,
} from './check-output.ts'
export type {
  LinesText,
  StatedAlternative,
  StatedAnchor,
  StatedAnnotation,
  StatedConcern,
  StatedConstraint,
  StatedDependency,
  StatedLink,
  StatedPlace,
  StatedRegion,
} from './stated-annotation.ts'
export { contentId } from './content-id.ts'
export { DEPS_OUTPUT_SCHEMA } from './deps-output.ts'
export type { Dependent, DepsOutput, DepsQueryEcho, DepsStats } from './deps-output.ts'
export { GREP_OUTPUT_SCHEMA } from './grep-output.ts'
export type { GrepMatch, GrepOutput, GrepQueryEcho, GrepStats } from './grep-output.ts'
export type { HistoryPassage, HistoryReason, PlaceHistoryStats, ReplacedBy, RevertedCommit } from './history-reason.ts'
export { HISTORY_OUTPUT_SCHEMA } from './history-output.ts'
export type {
  HistoryOutput,
  HistoryQueryEcho,
  HistoryStats,
  HistoryStep,
  StepLink,
  StepProvenance,
} from './history-output.ts'
export { CORRECTION_SCHEMA, CORRECTION_TYPES, correctionsRef } from './correction.ts'
export type { Condensation, Correction, CorrectionEffect, CorrectionPlace, CorrectionType } from './correction.ts'
export { DEFAULT_NOTES_REF, isObjectId } from './ids.ts'
export type { BlobId, CommitId, NotesRef, RepoPath, TreeId } from './ids.ts'
export type {
  Confidence,
  Count,
  NonEmptyText,
  Ordinal,
  RegionPathText,
  RepoPathText,
  Share,
  TimestampText,
} from './limited-types.ts'
export { parseLineRange } from './line-range.ts'
export { LOG_OUTPUT_SCHEMA } from './log-output.ts'
export type { LogEntry, LogOutput, LogQueryEcho, LogRegion, LogStats } from './log-output.ts'
export { LOOKUP_OUTPUT_SCHEMA } from './lookup-output.ts'
export type { LookupOutput, LookupStats, OpenCorrection } from './lookup-output.ts'
export { canonicalAnnotation, mergeAll, mergeAnnotations } from './merge-annotations.ts'
export { readNoteFacts, tagKey } from './note-facts.ts'
export type { NoteFacts } from './note-facts.ts'
export { formatPlace, parsePlace } from './place.ts'
export type { Place } from './place.ts'
export { correctionDocument, parseCorrection, readCorrections } from './read-corrections.ts'
export type { CorrectionsReading } from './read-corrections.ts'
export { completeRegion } from './read-note/complete-region.ts'
export type { PartialRegion } from './read-note/complete-region.ts'
export { isJsonObject, type JsonObject } from './canonical-json.ts'
export { parseJson, parseNoteDocuments } from './read-note/parse-documents.ts'
export { readNote } from './read-note/read-note.ts'
export type { NoteContext, NoteReading } from './read-note/read-note.ts'
export { DECIDED_IN, LEARNED_FROM } from './read-note/read-knowledge.ts'
export { isFolderPath, normalizeRegionPath, parseRegionPath, REPOSITORY_PATH } from './region-path.ts'
export { READ_OUTPUT_SCHEMA } from './read-output.ts'
export type {
  AnchorMatch,
  ConfidenceFactors,
  ConfidenceScores,
  CrossCuttingEntry,
  DependencyEntry,
  HeldByTest,
  IntactLines,
  Freshness,
  QueryEcho,
  ReadErrorOutput,
  ReadOutput,
  ReadRegion,
  ReadStats,
  Recording,
  ResolvedRelated,
  ResolvedUnit,
  Shown,
  ShownCorrection,
  ShownDependency,
  TrimmedInfo,
} from './read-output.ts'
export { DOCTOR_REPORT_SCHEMA, QUALITY_FINDING_KINDS, REVIEW_REPORT_SCHEMA } from './quality-report.ts'
export type {
  CommitReview,
  Coverage,
  QualityFinding,
  QualityFindingKind,
  QualityFindingSeverity,
  QualityReport,
  ReviewedEvidence,
  ReviewedRegion,
  ReviewScope,
} from './quality-report.ts'
export { isUtf8Path, parseRepoPath } from './repo-path.ts'
export { err, errAsync, fromThrowable, ok, okAsync, Result, ResultAsync } from './result.ts'
export type { Err, Ok } from './result.ts'
export { RECORDED_KINDS } from './recorded-kind.ts'
export type { RecordedKind } from './recorded-kind.ts'
export { catchDefects } from './catch-defects.ts'
export { safeTry } from './safe-try.ts'
export { SHOW_OUTPUT_SCHEMA } from './show-output.ts'
export type {
  CurrentPlace,
  ShownAcknowledgement,
  ShownCommit,
  ShownNote,
  ShownRegion,
  ShowOutput,
  ShowQueryEcho,
  ShowStats,
} from './show-output.ts'
export { STATUS_OUTPUT_SCHEMA } from './status-output.ts'
export type {
  FolderCoverage,
  StatusActivity,
  StatusCoverage,
  StatusOutput,
  StatusQueryEcho,
  StatusRecorded,
  StatusRef,
  StatusSharing,
} from './status-output.ts'
export { EXPORT_SCHEMA, IMPORT_RECEIPT_SCHEMA } from './export-document.ts'
export type { ExportDocument, ImportReceipt, SkippedRecord } from './export-document.ts'
export { SYNC_RECEIPT_SCHEMA } from './sync-receipt.ts'
export type { SyncedRef, SyncReceipt } from './sync-receipt.ts'
export { SUMMARY_OUTPUT_SCHEMA } from './summary-output.ts'
export type { SummaryFile, SummaryOutput, SummaryQueryEcho, SummaryStats, SummaryUnit } from './summary-output.ts'
export { joinTexts, splitPassages } from './text-set.ts'
export { formatTimestamp, parseTimestamp } from './timestamp.ts'
export { withoutUnknownKeys } from './without-unknown-keys.ts'
export { isSameBytes } from './is-same-bytes.ts'
export { mergeNotes } from './merge-notes/merge-notes.ts'
export { mergeCorrections, writeCorrections } from './write-corrections.ts'
export { writeNote } from './write-note.ts'
