import type { NotesRef } from '@chronicle/schema'

/** The commands below `sync`. */
export type SyncAction = 'enable' | 'disable' | 'status' | 'pull' | 'push'

/** The options of `sync` commands as they were given. */
export interface SyncFlags {
  readonly format: 'pretty' | 'json'
  readonly json?: boolean
  readonly notesRef?: readonly NotesRef[]
  readonly C?: string
}

/** The options of `export` as they were given. */
export interface ExportFlags {
  readonly agentTrace?: boolean
  readonly output?: string
  readonly notesRef?: readonly NotesRef[]
  readonly C?: string
}

/** The options of `import` as they were given. */
export interface ImportFlags {
  readonly gitAppraise?: boolean | string
  readonly keepUnknown?: boolean
  readonly dryRun?: boolean
  readonly format: 'pretty' | 'json'
  readonly json?: boolean
  readonly notesRef?: readonly NotesRef[]
  readonly C?: string
}
