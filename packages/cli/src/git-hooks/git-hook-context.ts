import type { CliIo } from '../host/cli-io.ts'
import type { WritingSession } from '../writing/open-session.ts'

/** What a handler works with. */
export interface GitHookContext {
  readonly io: CliIo
  readonly session: WritingSession
  /** What git gave to the hook. */
  readonly args: readonly string[]
  /** When the hook was called, in milliseconds since the epoch. */
  readonly calledAt: number
}
