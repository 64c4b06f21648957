import type { WriterName } from '../config/settings.ts'
import type { NotesFlags } from '../host/open-repository.ts'

/** The options that all annotating commands share. */
export interface WritingFlags extends NotesFlags {
  readonly writer?: WriterName
  readonly maxSpend?: number
  readonly maxSpendTokens?: number
  readonly askModel?: true
  readonly replace?: true
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
}
