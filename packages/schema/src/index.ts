export { ANNOTATION_SCHEMA } from './annotation.ts'
export type {
  Annotation,
  AstAnchor,
  Constraint,
  ContextLevel,
  CrossCuttingConcern,
  Evidence,
  LineRange,
  Provenance,
  Region,
  RejectedAlternative,
  RelatedAnnotation,
  SemanticDependency,
  UnknownKeys,
} from './annotation.ts'
export type { CodedError, Diagnostic } from './coded-error.ts'
export { DEFAULT_NOTES_REF, isObjectId } from './ids.ts'
export type { BlobId, CommitId, NotesRef, RepoPath, TreeId } from './ids.ts'
export { READ_OUTPUT_SCHEMA } from './read-output.ts'
export type {
  AnchorMatch,
  ConfidenceFactors,
  ConfidenceScores,
  CrossCuttingEntry,
  DependencyEntry,
  Freshness,
  QueryEcho,
  ReadErrorOutput,
  ReadOutput,
  ReadRegion,
  ReadStats,
  ResolvedRelated,
  ResolvedUnit,
  TrimmedInfo,
} from './read-output.ts'
export { err, errAsync, fromThrowable, ok, okAsync, Result, ResultAsync, safeTry } from './result.ts'
export type { Err, Ok } from './result.ts'
