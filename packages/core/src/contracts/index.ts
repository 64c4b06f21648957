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
export type { AstError, AstParser, AstUnit, AstUnitType, LanguageId, Outline, SourceText } from './ast-parser.ts'
export type { CacheStorage } from './cache-storage.ts'
export type { CallOptions, Progress } from './call-options.ts'
export type { FormatOptions, Formatter, RemedyStyle } from './formatter.ts'
export type {
  BlameHunk,
  BlameRequest,
  Commit,
  CommitChanges,
  CommitSummary,
  DiffHunk,
  DiffRequest,
  FileChange,
  FileContent,
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
  RepositoryInfo,
  Signature,
  TreeEntry,
  TreeState,
} from './git-backend.ts'
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
export type { RegionFacts, Score, Scorer } from './scorer.ts'
export type { TokenCounter } from './token-counter.ts'
export type { TokenBudget, Trimmer } from './trimmer.ts'
export { codedError } from './coded-error.ts'
