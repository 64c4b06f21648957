import type { NotesRef } from '@chronicle/schema'
import type { RepositoryFlags } from '../host/open-repository.ts'

/** The options of `condense`, as they were given. */
export interface CondenseFlags extends RepositoryFlags {
  readonly limit?: number
  readonly dryRun?: boolean
  readonly maxSpend?: number
  readonly maxSpendTokens?: number
  readonly format: 'pretty' | 'json' | 'markdown'
  readonly notesRef?: readonly NotesRef[]
}
