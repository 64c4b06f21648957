import type { Settings } from '../config/settings.ts'
import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `mcp start` as they were given. */
export interface McpFlags extends NotesFlags {
  readonly tools?: readonly string[]
  readonly structured?: true
  /** `true`: the default port. */
  readonly http?: number | true
  readonly host?: string
  readonly token?: string
  readonly allowHost?: readonly string[]
  readonly scorer?: Settings['scorer']
}
