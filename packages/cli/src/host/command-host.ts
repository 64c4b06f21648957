import type {
  Advising,
  Chronicle,
  Condensing,
  Corrections,
  Discussions,
  FileEnrichment,
  OpenOptions,
  Retrieval,
  Reconciling,
  Reviews,
  Rewriting,
  Transcripts,
  Writing,
} from '@chronicle/node'
import { nodeIo, type CliIo } from './cli-io.ts'

/** The part of an open repository that commands use. */
export type Repository = Pick<
  Chronicle,
  | 'git'
  | 'ast'
  | 'source'
  | 'nextCommit'
  | 'sync'
  | 'createPipeline'
  | 'createQueries'
  | 'createRetrieval'
  | 'annotate'
  | 'record'
  | 'close'
  | keyof Advising
  | keyof Condensing
  | keyof Corrections
  | keyof Discussions
  | keyof FileEnrichment
  | keyof Retrieval
  | keyof Reconciling
  | keyof Reviews
  | keyof Rewriting
  | keyof Transcripts
  | keyof Writing
>

/** Opens the repository that a command works on. */
export type OpenRepository = (
  options: Pick<OpenOptions, 'dir' | 'gitBackend' | 'env' | 'tool' | 'cacheDir'>,
) => Repository | Promise<Repository>

/** How a command sits in its program. Everything has a default, so `createReadCommand()` works as it stands. */
export interface CommandOptions {
  /** Instead of the command's own name. */
  readonly name?: string
  /** Default: this process. */
  readonly io?: CliIo
  /** Default: `openChronicle` of `@chronicle/node`. Give your own to bring another pipeline, parser or git. */
  readonly open?: OpenRepository
}

/** The same with the streams filled in. */
export interface CommandHost {
  readonly io: CliIo
  readonly open: OpenRepository | undefined
}

export function resolveHost(options: CommandOptions): CommandHost {
  return { io: options.io ?? nodeIo(), open: options.open }
}
