import type { AstParser, CallOptions, GitBackend, TokenCounter } from '@chronicle/core/contracts'
import type { ConstraintFinder } from './recorded/recorded-constraint.ts'
import type { SourceLimits } from './source-limits.ts'

/** The dependencies and limits of every step of a read. */
export interface SourceContext {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly tokens: TokenCounter
  readonly limits: SourceLimits
  /** If absent, answers contain no recorded constraints. */
  readonly constraints: ConstraintFinder | undefined
  readonly call: CallOptions
}
