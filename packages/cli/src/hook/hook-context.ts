import type { CallOptions, RepositoryInfo } from '@chronicle/core/contracts'
import type { Settings } from '../config/settings.ts'
import type { Repository } from '../host/command-host.ts'

/** What a hook is answered with. */
export interface HookContext {
  readonly repository: Repository
  readonly settings: Settings
  readonly info: RepositoryInfo
  /** Where it happens. */
  readonly dir: string
  readonly call: CallOptions
  /** Milliseconds that the history may take. Absent: the default. */
  readonly historyMs: number | undefined
  /** Absent: nothing is known of what was said before. */
  readonly session: string | undefined
}
