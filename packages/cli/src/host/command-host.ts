import type { Queries } from '@chronicle/core'
import type { Chronicle, OpenOptions } from '@chronicle/node'
import { nodeIo, type CliIo } from './cli-io.ts'

/** The part of an open repository that commands use, without the queries, which need the stages from the settings. */
export type Repository = Omit<Chronicle, keyof Queries | typeof Symbol.asyncDispose>

/** Opens the repository that a command works on. */
export type OpenRepository = (
  options: Pick<OpenOptions, 'dir' | 'gitBackend' | 'env' | 'preferEnv' | 'tool' | 'cacheDir'>,
) => Repository | Promise<Repository>

/** Options for embedding a command in a program. All have defaults, so `createReadCommand()` works without any. */
export interface CommandOptions {
  /** Replaces the command's own name. */
  readonly name?: string | undefined
  /** Default: this process. */
  readonly io?: CliIo | undefined
  /** Default: `openChronicle` of `@chronicle/node`. Pass your own to use another pipeline, parser or git. */
  readonly open?: OpenRepository | undefined
}

/** The command options with defaults filled in. */
export interface CommandHost {
  readonly io: CliIo
  readonly open: OpenRepository | undefined
}

export function resolveHost(options: CommandOptions): CommandHost {
  return { io: options.io ?? nodeIo(), open: options.open }
}
