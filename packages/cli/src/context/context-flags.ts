import type { RepositoryFlags } from '../host/open-repository.ts'

/** The options that all commands about the next commit have. */
export interface ContextFlags extends RepositoryFlags {
  readonly format: 'pretty' | 'json'
}

/** The options of `context set` as they were given. */
export interface SetContextFlags extends ContextFlags {
  readonly task?: string
  readonly reasoning?: string
  readonly dependencies?: string
  readonly tags?: readonly string[]
  readonly rejected?: readonly string[]
  readonly squashSources?: readonly string[]
  readonly hours?: number
}

/** The options of `note` as they were given. */
export interface NoteFlags extends ContextFlags {
  readonly at?: string
  readonly constraint?: readonly string[]
  readonly risk?: readonly string[]
  readonly dependsOn?: readonly string[]
  readonly list?: true
  readonly remove?: string
  readonly hours?: number
}
