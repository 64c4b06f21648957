import type { CallOptions, RepositoryInfo } from '@chronicle/core/contracts'
import type { Settings } from '../config/settings.ts'
import type { Repository } from '../host/command-host.ts'

/** The context in which a hook is answered. */
export interface HookContext {
  readonly repository: Repository
  readonly settings: Settings
  readonly info: RepositoryInfo
  /** Working folder of the hook. */
  readonly dir: string
  readonly call: CallOptions
  /** Time limit for the history in milliseconds. Absent: the default. */
  readonly historyMs: number | undefined
  /** Absent: it is unknown what was shown before. */
  readonly session: string | undefined
}
