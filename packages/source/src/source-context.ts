import type { AstParser, CallOptions, GitBackend, TokenCounter } from '@chronicle/core/contracts'
import type { ConstraintFinder } from './recorded/recorded-constraint.ts'
import type { SourceLimits } from './source-limits.ts'

/** What every step of a read has at hand. */
export interface SourceContext {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly tokens: TokenCounter
  readonly limits: SourceLimits
  /** Absent: answers say nothing about what is recorded. */
  readonly constraints: ConstraintFinder | undefined
  readonly call: CallOptions
}
