import type { NotesRef } from '@chronicle/schema'
import type { RepositoryFlags } from '../host/open-repository.ts'

/** The options of `reconcile`, as they were given. */
export interface ReconcileFlags extends RepositoryFlags {
  readonly branch?: string
  readonly commitMap?: string
  readonly dryRun?: boolean
  readonly format: 'pretty' | 'json' | 'markdown'
  readonly notesRef?: readonly NotesRef[]
}
