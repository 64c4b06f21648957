export type { AnnotationWriter, WriterError, WriterOutcome } from './annotation-writer.ts'
export type { ChangedFile, CommitContext, FileText, OutlineOrProblem, RecentAnnotation } from './commit-context.ts'
export type { AuthorContext, AuthorNote } from './author-context/author-context.ts'
export { verifyEvidence } from './evidence/verify-evidence.ts'
export type { EvidenceVerdict } from './evidence/verify-evidence.ts'
export { gatherCommit, gatherCommits } from './gather/gather-commits.ts'
export type { GatheredCommit, GatherOptions, GatherSeams } from './gather/gather-commits.ts'
export { createHeuristicWriter } from './heuristic/create-heuristic-writer.ts'
export type { HeuristicWriterOptions } from './heuristic/create-heuristic-writer.ts'
export { countCoChanges } from './heuristic/co-change.ts'
export type { CoChange, CoChangeLookup } from './heuristic/co-change.ts'
export { createAgentWriter } from './agent/create-agent-writer.ts'
export type { AgentWriterOptions } from './agent/create-agent-writer.ts'
export { DEFAULT_AGENT_LIMITS } from './agent/agent-limits.ts'
export type { AgentLimits } from './agent/agent-limits.ts'
export { findRestatement } from './quality/find-restatement.ts'
export type { Restatement, RestatementSources } from './quality/find-restatement.ts'
export { restatementSources } from './quality/restatement-sources.ts'
export { annotationFromAuthor } from './author-context/annotation-from-author.ts'
export type { AuthorAnnotation } from './author-context/annotation-from-author.ts'
export { authorContextFromEnvironment } from './author-context/author-context-from-environment.ts'
export { mergeAuthorContexts } from './author-context/merge-author-contexts.ts'
export {
  DEFAULT_PENDING_LIFETIME,
  formatPendingContext,
  isExpired,
  parsePendingContext,
  PENDING_CONTEXT_SCHEMA,
} from './author-context/pending-context.ts'
export type { PendingContext, PendingContextError } from './author-context/pending-context.ts'
