import type { AstParser, CallOptions, GitBackend, TokenCounter } from '@chronicle/core/contracts'
import type { SourceLimits } from './source-limits.ts'

/** What every step of a read has at hand. */
export interface SourceContext {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly tokens: TokenCounter
  readonly limits: SourceLimits
  readonly call: CallOptions
}
