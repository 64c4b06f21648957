import type { Settings } from '../config/settings.ts'

/** The options of `read` as they were given. */
export interface ReadFlags extends Partial<Omit<Settings, 'notesRefs'>> {
  readonly notesRef?: Settings['notesRefs']
  readonly anchor?: string
  readonly lines?: string
  readonly at?: 'WORKTREE' | 'INDEX' | 'HEAD'
  readonly rev?: string
  readonly since?: string
  readonly tags?: readonly string[]
  readonly verbose?: true
  readonly pager?: boolean
  readonly C?: string
}
