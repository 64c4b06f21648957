import type { Queries } from '@chronicle/core'
import type { Chronicle, OpenOptions } from '@chronicle/node'
import { nodeIo, type CliIo } from './cli-io.ts'

/** The part of an open repository that commands use. Queries are asked with stages of the settings. */
export type Repository = Omit<Chronicle, keyof Queries | typeof Symbol.asyncDispose>

/** Opens the repository that a command works on. */
export type OpenRepository = (
  options: Pick<OpenOptions, 'dir' | 'gitBackend' | 'env' | 'preferEnv' | 'tool' | 'cacheDir'>,
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
