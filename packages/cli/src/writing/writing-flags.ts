import type { GitBackendName, Settings, WriterName } from '../config/settings.ts'

/** The options that all commands have which write about commits. */
export interface WritingFlags {
  readonly writer?: WriterName
  readonly maxSpend?: number
  readonly maxSpendTokens?: number
  readonly askModel?: true
  readonly replace?: true
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
  readonly C?: string
  readonly notesRef?: Settings['notesRefs']
  readonly gitBackend?: GitBackendName
}
