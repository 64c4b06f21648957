import type { GitBackendName, Settings } from '../config/settings.ts'

/** The options of `mcp start` as they were given. */
export interface McpFlags {
  readonly tools?: readonly string[]
  readonly structured?: true
  /** `true`: the default port. */
  readonly http?: number | true
  readonly host?: string
  readonly token?: string
  readonly allowHost?: readonly string[]
  readonly C?: string
  readonly notesRef?: Settings['notesRefs']
  readonly gitBackend?: GitBackendName
  readonly scorer?: Settings['scorer']
}
