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
export type { CodedError, Diagnostic } from './coded-error.ts'
export type { Remedy } from './remedy.ts'
export type { Answer, ErrorAnswer, PlaceEcho, TrimmedAnswer } from './answer.ts'
export { ANNOTATE_RECEIPT_SCHEMA } from './annotate-receipt.ts'
export type { AnnotateReceipt, IgnoredKey, RegionReceipt } from './annotate-receipt.ts'
export { CORRECTION_RECEIPT_SCHEMA } from './correction-receipt.ts'
export type { CorrectedPlace, CorrectionReceipt, StoredCorrection } from './correction-receipt.ts'
export { CONTEXT_RECEIPT_SCHEMA } from './context-receipt.ts'
export type { ContextReceipt, KeptContext, KeptNote } from './context-receipt.ts'
export { REDACTION_REPORT_SCHEMA } from './redaction-report.ts'
export type { RedactionReport } from './redaction-report.ts'
export { WRITING_RECEIPT_SCHEMA } from './writing-receipt.ts'
export type { WritingReceipt, WritingUsage, WrittenCommit } from './writing-receipt.ts'
export { INSTALL_RECEIPT_SCHEMA } from './install-receipt.ts'
export type { InstalledFile, InstallReceipt } from './install-receipt.ts'
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
export type { AcknowledgementTrailer, StoredAcknowledgement } from './acknowledgement.ts'
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
export { contentId } from './content-id.ts'
export { DEPS_OUTPUT_SCHEMA } from './deps-output.ts'
export type { Dependent, DepsOutput, DepsQueryEcho, DepsStats } from './deps-output.ts'
export type { HistoryPassage, HistoryReason, PlaceHistoryStats, ReplacedBy } from './history-reason.ts'
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
export type { Correction, CorrectionEffect, CorrectionPlace, CorrectionType } from './correction.ts'
export { DEFAULT_NOTES_REF, isObjectId } from './ids.ts'
export type { BlobId, CommitId, NotesRef, RepoPath, TreeId } from './ids.ts'
export { parseLineRange } from './line-range.ts'
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
export { parseRepoPath } from './repo-path.ts'
export { err, errAsync, fromThrowable, ok, okAsync, Result, ResultAsync, safeTry } from './result.ts'
export type { Err, Ok } from './result.ts'
export { SUMMARY_OUTPUT_SCHEMA } from './summary-output.ts'
export type { SummaryFile, SummaryOutput, SummaryQueryEcho, SummaryStats, SummaryUnit } from './summary-output.ts'
export { joinTexts, splitPassages } from './text-set.ts'
export { formatTimestamp, parseTimestamp } from './timestamp.ts'
export { withoutUnknownKeys } from './without-unknown-keys.ts'
export { mergeCorrections, writeCorrections } from './write-corrections.ts'
export { writeNote } from './write-note.ts'
