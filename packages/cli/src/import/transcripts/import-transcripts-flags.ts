import type { NotesFlags } from '../../host/open-repository.ts'

/** The options of `import transcripts` as they were given. */
export interface ImportTranscriptsFlags extends NotesFlags {
  readonly from?: string
  /** Milliseconds since the epoch. */
  readonly since?: number
  readonly session?: string
  readonly commit?: string
  readonly yes?: true
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
}
