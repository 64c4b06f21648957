export type {
  AnnotatedCommit,
  AnnotatedPath,
  AnnotationIndex,
  AnnotationView,
  DependentRef,
  IndexError,
  NoteRef,
  TimePosition,
} from './annotation-index.ts'
export type {
  AnnotationOrigin,
  AnnotationSource,
  AnnotationSourceError,
  SourcedAnnotations,
  SourcedCommit,
  SourceOptions,
} from './annotation-source.ts'
export { ANNOTATION_ORIGINS } from './annotation-source.ts'
export { pickReadFilters, READ_OPTION_NAMES, READ_OPTIONS, readFiltersOfArguments } from './read-options.ts'
export type { ReadFilters, ReadOption, ReadOptionValues, ResolvedFilters } from './read-options.ts'
export type { AstError, AstParser, AstUnit, AstUnitType, LanguageId, Outline, SourceText } from './ast-parser.ts'
export type { CacheStorage } from './cache-storage.ts'
export type { CallOptions, Progress } from './call-options.ts'
export type {
  DiscussedThreads,
  DiscussionError,
  DiscussionSource,
  DiscussionThread,
  MergedChange,
  MergedChangesRequest,
  ProposedCommit,
  ProposedCommits,
  Remark,
  Speaker,
  ThreadPlace,
} from './discussion-source.ts'
export type { EmbeddingModel, EmbedOptions } from './embedding-model.ts'
export type { FormatOptions, Formatter, RemedyStyle } from './formatter.ts'
export type {
  Ancestor,
  AncestorsRequest,
  BlameHunk,
  BlameRequest,
  ChangeKey,
  Commit,
  CommitChanges,
  CommitSummary,
  ConfigSection,
  DiffHunk,
  DiffRequest,
  FileChange,
  FileContent,
  FileRevision,
  FileRevisionsRequest,
  GitBackend,
  GitError,
  GitSupports,
  HistoryEntry,
  HistoryRequest,
  Identity,
  LineSpan,
  LogRequest,
  NoteChange,
  NotesListing,
  NotesTip,
  Patch,
  PatchId,
  RepositoryInfo,
  Signature,
  TreeEntry,
  TreeState,
} from './git-backend.ts'
export type {
  NotesFetch,
  NotesMerge,
  NotesPush,
  NotesSharing,
  PushedRef,
  RefMove,
  RefspecChange,
  Remote,
  RemoteCallOptions,
  Remotes,
} from './notes-sharing.ts'
export type {
  KnowledgeCollection,
  KnowledgeDocument,
  KnowledgeError,
  KnowledgeStore,
  Posting,
} from './knowledge-store.ts'
export type {
  LanguageModel,
  ModelError,
  ModelMessage,
  ModelRequest,
  ModelResponse,
  ModelSupports,
  ModelTool,
  ModelUsage,
  ToolCall,
  ToolResult,
} from './language-model.ts'
export type { FoundSecret, RedactedText, RedactError, Redactor } from './redactor.ts'
export { DEFAULT_SCORER, SCORER_NAMES } from './scorer.ts'
export type { RegionFacts, Score, Scorer, ScorerName } from './scorer.ts'
export type { TokenCounter } from './token-counter.ts'
export type { TokenBudget, Trimmer } from './trimmer.ts'
export { valuesByKey } from './values-by-key.ts'
export { codedError } from './coded-error.ts'
export { commitTime } from './commit-time.ts'
export { listLog, visitAncestors, visitLog } from './list-log.ts'
export { valueOrThrow } from './log-failure.ts'
export { loadOnce } from './load-once.ts'
export { onAbort } from './on-abort.ts'
export { findUnknownArgument, requireArguments, requireKnownArguments } from './require-arguments.ts'
export type { ArgumentKind } from './require-arguments.ts'
export { askModel, embedWith } from './ask-model.ts'
export { closedError } from './git-error.ts'
export { checkedGit, namedStage } from './named-stage.ts'
export { reasonOf, thrownText } from './reason-of.ts'
export { redactWith } from './redact-with.ts'
export { requireCallOptions, requireOptions } from './require-options.ts'
export { createQueue } from './queue.ts'
export type { Queue } from './queue.ts'
export { createRecentMap } from './recent-map.ts'
export type { RecentMap } from './recent-map.ts'
export { readMergeHeads } from './merge-heads.ts'
export { requireCommit, unknownRevision } from './require-commit.ts'
export { createSingleFlight } from './single-flight.ts'
export type { SingleFlight } from './single-flight.ts'
export { withoutCredentials } from './without-credentials.ts'
export { decodeCommit } from '../text/decode-commit.ts'
export { parseSignature } from '../text/parse-signature.ts'
