import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import type { InstallFlags } from './install-flags.ts'

/** Returns the top of the working tree of a command. */
export function worktreeTop(host: CommandHost, flags: Pick<InstallFlags, 'C'>): ResultAsync<string, CodedError> {
  return safeTry(async function* () {
    const { repository } = yield* openRepository(host, flags)
    try {
      const { worktreeDir } = yield* repository.git.describe()
      if (worktreeDir !== undefined) return ok(worktreeDir)
      return err(codedError('usage', 'A bare repository has no files of a project. Use --user.'))
    } finally {
      await repository.close()
    }
  })
}
