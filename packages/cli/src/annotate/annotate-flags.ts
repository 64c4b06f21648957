import type { GitBackendName, Settings } from '../config/settings.ts'

/** The options of `annotate` as they were given. */
export interface AnnotateFlags {
  readonly live?: true
  readonly json?: string
  readonly file?: string
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
  readonly C?: string
  readonly notesRef?: Settings['notesRefs']
  readonly gitBackend?: GitBackendName
}
