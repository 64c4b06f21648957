import type { GitBackendName, Settings } from '../../config/settings.ts'

/** The options of `import transcripts` as they were given. */
export interface ImportTranscriptsFlags {
  readonly from?: string
  /** Milliseconds since the epoch. */
  readonly since?: number
  readonly session?: string
  readonly commit?: string
  readonly yes?: true
  readonly dryRun?: true
  readonly json?: true
  readonly format: 'pretty' | 'json'
  readonly C?: string
  readonly notesRef?: Settings['notesRefs']
  readonly gitBackend?: GitBackendName
}
