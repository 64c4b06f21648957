import type { CallOptions, LanguageModel, ModelUsage, Redactor } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { FileMetadata } from './file-metadata.ts'

/** Who describes files, and which. */
export interface EnrichOptions extends CallOptions {
  readonly model: LanguageModel
  /** Takes secrets out of everything that is sent. */
  readonly redactor: Redactor
  /** Default: all source files. Paths that are not indexed are left out. */
  readonly paths?: readonly RepoPath[]
  /** Ask and store nothing: tell what would be asked. */
  readonly dryRun?: boolean
}

/** What became of one file. */
export interface EnrichedFile {
  readonly path: RepoPath
  /**
   * `proposed`: the model described it. `known`: it did so before. `wanted`: it would be asked. `skipped`: there is no
   * text in it. `failed`: the model could not be asked or understood. `left`: the run ended before.
   */
  readonly status: 'proposed' | 'known' | 'wanted' | 'skipped' | 'failed' | 'left'
  /** Present where the status is `proposed` or `known`. */
  readonly metadata?: FileMetadata
  /** Present where the status is `failed`. */
  readonly error?: ContextError
}

/** What became of the files. */
export interface EnrichReport {
  readonly model: string
  /** In byte order of their paths. Copies of a content share what became of it. */
  readonly files: readonly EnrichedFile[]
  /** What was used; of a dry run, the input as estimated at four bytes a token. */
  readonly usage: ModelUsage
  /** Why the run ended early. Proposals made before are stored. */
  readonly stopped?: ContextError
}
