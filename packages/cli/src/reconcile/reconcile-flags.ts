import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `reconcile`, as they were given. */
export interface ReconcileFlags extends NotesFlags {
  readonly branch?: string
  readonly commitMap?: string
  readonly dryRun?: boolean
  readonly format: 'pretty' | 'json' | 'markdown'
}
