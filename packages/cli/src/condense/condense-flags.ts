import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `condense`, as they were given. */
export interface CondenseFlags extends NotesFlags {
  readonly limit?: number
  readonly dryRun?: boolean
  readonly maxSpend?: number
  readonly maxSpendTokens?: number
  readonly format: 'pretty' | 'json' | 'markdown'
}
