import type { NotesFlags } from '../../host/open-repository.ts'

/** The options of `import github` and `import gitlab` as they were given. */
export interface ImportForgeFlags extends Pick<NotesFlags, 'C' | 'notesRef'> {
  readonly limit?: number
  /** Seconds since the epoch. */
  readonly since?: number
  readonly force?: true
  readonly remote?: string
  readonly host?: string
  readonly from?: readonly string[]
  readonly tokenStdin?: true
  /** Maximum time to wait, in minutes. */
  readonly maxWait?: number
  /** Whether the configured model reads the discussions, in addition to quoting them. */
  readonly askModel?: true
  readonly maxSpend?: number
  readonly maxSpendTokens?: number
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
}
