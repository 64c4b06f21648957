import type { CliIo } from '../host/cli-io.ts'
import type { WritingSession } from '../writing/open-session.ts'

/** The inputs of a hook handler. */
export interface GitHookContext {
  readonly io: CliIo
  readonly session: WritingSession
  /** Arguments that git passed to the hook. */
  readonly args: readonly string[]
  /** Time of the hook call, in milliseconds since the epoch. */
  readonly calledAt: number
}
