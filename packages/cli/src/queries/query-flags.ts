import type { Settings } from '../config/settings.ts'

/** The options that all queries share, as they were given. */
export interface AnswerFlags extends Partial<Omit<Settings, 'notesRefs'>> {
  readonly notesRef?: Settings['notesRefs']
  readonly verbose?: true
  readonly pager?: boolean
  readonly C?: string
}

/** The options of a query about one place. */
export interface PlaceFlags extends AnswerFlags {
  readonly anchor?: string
  readonly lines?: string
  readonly at?: 'WORKTREE' | 'INDEX' | 'HEAD'
  readonly rev?: string
}

/** The options of `deps`. */
export interface DepsFlags extends PlaceFlags {
  readonly maxResults?: number
  readonly scanLimit?: number
}

/** The options of `history`. */
export interface HistoryFlags extends PlaceFlags {
  readonly limit?: number
  readonly followRelated?: true
}

/** The options of `check`. */
export interface CheckFlags extends Omit<AnswerFlags, 'format'> {
  readonly staged?: true
  readonly maxFindings?: number
  readonly failOn?: 'none' | 'low' | 'medium' | 'high'
  readonly ack?: readonly string[]
  readonly reason?: string
  readonly dryRun?: true
  readonly format?: AnswerFlags['format'] | 'sarif'
}
