export { createSourceReader } from './create-source-reader.ts'
export type { SourceReader, SourceReaderOptions } from './create-source-reader.ts'

export { parseSourceRequest } from './request/parse-request.ts'
export type { RequestProblem } from './request/parse-request.ts'
export { SOURCE_MODES } from './request/source-request.ts'
export type {
  DiffPreviewRequest,
  FileRequest,
  ProposedEdit,
  SnippetRequest,
  SourceMode,
  SourceRequest,
  SymbolRequest,
} from './request/source-request.ts'
export { sourceRequestSchema } from './request/source-request-schema.ts'
export type { JsonSchema } from './request/parameter-kinds.ts'

export type { ConstraintFinder, RecordedConstraint, RecordedPlace } from './recorded/recorded-constraint.ts'
export { sourceResponseSchema } from './source-response-schema.ts'
export type {
  Degradation,
  ResolvedSymbol,
  SourceLocation,
  SourceMeta,
  SourceResponse,
  SourceSymbol,
  SymbolContext,
  SymbolSearch,
} from './source-response.ts'
export type { SourceError } from './source-error.ts'
export { DEFAULT_SOURCE_LIMITS } from './source-limits.ts'
export type { SourceLimits } from './source-limits.ts'
