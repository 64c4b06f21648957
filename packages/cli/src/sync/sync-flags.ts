import type { NotesFlags } from '../host/open-repository.ts'

/** The subcommands of `sync`. */
export type SyncAction = 'enable' | 'disable' | 'status' | 'pull' | 'push'

/** The options of `sync` commands as they were given. */
export interface SyncFlags extends Pick<NotesFlags, 'C' | 'notesRef'> {
  readonly format: 'pretty' | 'json'
}

/** The options of `export` as they were given. */
export interface ExportFlags extends Pick<NotesFlags, 'C' | 'notesRef'> {
  readonly agentTrace?: boolean
  readonly output?: string
}

/** The options of `import` as they were given. */
export interface ImportFlags extends Pick<NotesFlags, 'C' | 'notesRef'> {
  readonly gitAppraise?: boolean | string
  readonly keepUnknown?: boolean
  readonly dryRun?: boolean
  readonly format: 'pretty' | 'json'
}
