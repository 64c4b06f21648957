import type { CallOptions, LanguageModel, ModelUsage, Redactor } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { FileMetadata } from './file-metadata.ts'

/** The model that describes files, and the files. */
export interface EnrichOptions extends CallOptions {
  readonly model: LanguageModel
  /** Removes secrets from everything that is sent. */
  readonly redactor: Redactor
  /** Default: all source files. Paths that are not indexed are omitted. */
  readonly paths?: readonly RepoPath[] | undefined
  /** Whether to call no model and store nothing, and only report what would be asked. */
  readonly dryRun?: boolean | undefined
}

/** The result for one file. */
export interface EnrichedFile {
  readonly path: RepoPath
  /**
   * `proposed`: the model described it. `known`: the model had described it before. `wanted`: the model would be asked.
   * `skipped`: the file contains no text. `failed`: the model call failed or its answer was unusable. `left`: the run
   * ended before.
   */
  readonly status: 'proposed' | 'known' | 'wanted' | 'skipped' | 'failed' | 'left'
  /** Present if the status is `proposed` or `known`. */
  readonly metadata?: FileMetadata
  /** Present if the status is `failed`. */
  readonly error?: ContextError
}

/** The results for all files. */
export interface EnrichReport {
  readonly model: string
  /** In byte order of their paths. Files with the same content share the result. */
  readonly files: readonly EnrichedFile[]
  /** Tokens used; for a dry run, the input estimated at four bytes per token. */
  readonly usage: ModelUsage
  /** Why the run ended early. Earlier proposals are stored. */
  readonly stopped?: ContextError
}
