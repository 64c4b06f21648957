export type { AnnotationWriter, WriterError, WriterOutcome } from './annotation-writer.ts'
export type { ChangedFile, CommitContext, FileText, OutlineOrProblem, RecentAnnotation } from './commit-context.ts'
export type { AuthorContext, AuthorNote } from './author-context/author-context.ts'
export { DEPENDENCY_LINE_FORM, parseDependencyLine } from './author-context/dependency-line.ts'
export { verifyEvidence } from './evidence/verify-evidence.ts'
export type { EvidenceVerdict } from './evidence/verify-evidence.ts'
export { gatherCommit, gatherCommits } from './gather/gather-commits.ts'
export type { GatheredCommit, GatherOptions, GatherServices } from './gather/gather-commits.ts'
export { createHeuristicWriter } from './heuristic/create-heuristic-writer.ts'
export type { HeuristicWriterOptions } from './heuristic/create-heuristic-writer.ts'
export { countCoChanges } from './heuristic/co-change.ts'
export { createCoChangeLookup } from './heuristic/create-co-change-lookup.ts'
export type { CoChange, CoChangeLookup } from './heuristic/co-change.ts'
export { createAgentEstimator } from './agent/estimate/create-agent-estimator.ts'
export type { AgentEstimatorOptions } from './agent/estimate/create-agent-estimator.ts'
export { createAgentWriter } from './agent/create-agent-writer.ts'
export type { AgentWriterOptions } from './agent/create-agent-writer.ts'
export { DEFAULT_AGENT_LIMITS } from './agent/agent-limits.ts'
export type { AgentLimits } from './agent/agent-limits.ts'
export { createHistorySource } from './source/create-history-source.ts'
export type { HistorySourceOptions } from './source/create-history-source.ts'
export type { CheckAnnotation } from './source/ask-writer.ts'
export { findRestatement } from './quality/find-restatement.ts'
export type { Restatement, RestatementSources } from './quality/find-restatement.ts'
export { restatementSources } from './quality/restatement-sources.ts'
export { annotationFromAuthor } from './author-context/annotation-from-author.ts'
export type { AuthorAnnotation } from './author-context/annotation-from-author.ts'
export { authorContextFromEnvironment, isSilent } from './author-context/author-context-from-environment.ts'
export { requireAuthorContext } from './author-context/require-author-context.ts'
export { mergeAuthorContexts } from './author-context/merge-author-contexts.ts'
export { addToPending, withoutRecorded } from './author-context/change-pending.ts'
export {
  DEFAULT_PENDING_LIFETIME,
  formatPendingContext,
  isExpired,
  parsePendingContext,
  PENDING_CONTEXT_SCHEMA,
} from './author-context/pending-context.ts'
export type { PendingContext, PendingContextError } from './author-context/pending-context.ts'
export { annotateCommits } from './run/annotate-commits.ts'
export type { RunOptions, RunServices } from './run/annotate-commits.ts'
export type { AnnotateEvent, CommitReceipt, RunError } from './run/annotate-event.ts'
export { requireWriter } from './run/require-run.ts'
export { selectCommits } from './run/select-commits.ts'
export type { CommitSelection, SelectedCommits, SelectError } from './run/select-commits.ts'
export { DEFAULT_MAX_DIFF_LINES } from './run/max-diff-lines.ts'
export { reviewAnnotations } from './review/review-annotations.ts'
export { reviewCommit } from './review/review-commit.ts'
export { DEFAULT_FINDINGS_PER_KIND, DEFAULT_REVIEWED_COMMITS, DEFAULT_REVIEWED_NOTES } from './review/review-request.ts'
export type { ReviewError, ReviewRequest, ReviewServices } from './review/review-request.ts'
export { withFindings } from './review/finding-list.ts'
export type { FoundProblem } from './review/finding-list.ts'
export { findStatements } from './transcripts/find-statements.ts'
export type {
  FoundStatements,
  StatementRequest,
  StatementServices,
  TranscriptStatement,
} from './transcripts/find-statements.ts'
export { readTranscript } from './transcripts/read-transcript.ts'
export type { TranscriptLimits } from './transcripts/read-transcript.ts'
export { TRANSCRIPT_FORMATS } from './transcripts/transcript.ts'
export type {
  SaidEvent,
  Transcript,
  TranscriptEvent,
  TranscriptFormat,
  TranscriptLines,
  WroteEvent,
} from './transcripts/transcript.ts'
export { touchesRoots } from './transcripts/create-path-test.ts'
export type { PathRules } from './transcripts/create-path-test.ts'
export type { StatementKind } from './transcripts/statement-kind.ts'
export type { StatedPlace } from './transcripts/place-of-lines.ts'
export { annotationsFromStatements, saidAt, sourceOf } from './transcripts/annotations-from-statements.ts'
export { storeStatements } from './transcripts/store-statements.ts'
export type { StatementStoreServices, StoredStatements } from './transcripts/store-statements.ts'
export type { CommitDiscussion, PlacedThread, WholeDiscussion } from './discussions/commit-discussion.ts'
export { createDiscussionWriter } from './discussions/create-discussion-writer.ts'
export type { LandedChange } from './discussions/landing/land-change.ts'
export { importDiscussions } from './discussions/run/import-discussions.ts'
export type { ImportOptions, ImportServices } from './discussions/run/import-discussions.ts'
export type { ChangeReceipt, DiscussionEvent, ImportError, ThreadCounts } from './discussions/run/discussion-event.ts'
export { advise } from './advice/advise.ts'
export { adviseOnAnnotation } from './advice/advise-on-annotation.ts'
export { adviseOnNotes } from './advice/advise-on-notes.ts'
export type { AdvisedNote } from './advice/advise-on-notes.ts'
export type { AdvisedChange, AdviceQueries, AdviceServices } from './advice/find-recorded.ts'
export type { AdviceFacts } from './advice/advise.ts'
export type { StatedText } from './advice/stated-text.ts'
export { condenseAnnotations, DEFAULT_CONDENSED_COMMITS } from './condense/condense-annotations.ts'
export type { CondenseError, CondenseOptions, CondenseServices } from './condense/condense-annotations.ts'
export { acceptCondensed } from './condense/accept-condensed.ts'
export type { CondenseRefusal } from './condense/accept-condensed.ts'
