import type { GitBackendName, Settings, WriterName } from '../config/settings.ts'

/** The options that all commands have which write about commits. */
export interface WritingFlags {
  readonly writer?: WriterName
  readonly maxSpend?: number
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
  readonly C?: string
  readonly notesRef?: Settings['notesRefs']
  readonly gitBackend?: GitBackendName
}
