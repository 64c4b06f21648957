import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `record` as they were given. */
export interface RecordFlags extends NotesFlags {
  readonly constraint?: readonly string[]
  readonly why?: string
  readonly rejected?: readonly string[]
  readonly risk?: readonly string[]
  readonly dependsOn?: readonly string[]
  readonly tag?: readonly string[]
  readonly commit?: string
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
}
