import type { Region } from '@chronicle/schema'
import type { CallOptions, TokenCounter } from '@chronicle/core/contracts'
import type { ChangedFile, CommitContext } from '../commit-context.ts'
import type { AgentLimits } from './agent-limits.ts'
import type { Findings } from './findings.ts'

/** One conversation about a commit, or about a part of it. */
export interface Session {
  /** The commit, redacted. */
  readonly context: CommitContext
  /** The changed files that this conversation is about. */
  readonly files: readonly ChangedFile[]
  /** Findings of a writer without a model, for the model to cite. */
  readonly found?: readonly Region[]
  readonly limits: AgentLimits
  readonly tokens: TokenCounter
  readonly call: CallOptions
  /** Shared by the conversations about the parts of a commit. */
  readonly findings: Findings
}
