import type { ProfileName, RenderFormat } from '@chronicle/context'
import type { NotesFlags, RepositoryFlags } from '../host/open-repository.ts'

/** The options of `index` as they were given. */
export interface IndexFlags extends RepositoryFlags {
  readonly rev?: string
  readonly format: 'pretty' | 'json'
}

/**
 * The names of the profiles. A test compares them with those of the engine, which takes too long to load for an option.
 */
export const PROFILES: readonly ProfileName[] = ['fused', 'weighted']

/** The options of `retrieve` as they were given. */
export interface RetrieveFlags extends NotesFlags {
  readonly issueFile?: string
  readonly rev?: string
  readonly budget?: number
  readonly scopeSize?: number
  readonly profile?: ProfileName
  readonly format?: RenderFormat
  readonly template?: string
  readonly llmAssist?: true
  readonly model?: string
  readonly embeddingModel?: string
  /** `false` with `--no-embeddings`, otherwise `true`. */
  readonly embeddings?: boolean
  readonly output?: string
  readonly explain?: true
  readonly verbose?: true
  readonly pager?: boolean
}
