import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import type { InstallFlags } from './install-flags.ts'

/** The top of the working tree that a command works in. */
export async function worktreeTop(
  host: CommandHost,
  flags: Pick<InstallFlags, 'C'>,
): Promise<Result<string, CodedError>> {
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return err(opened.error)
  const { repository } = opened.value
  try {
    const info = await repository.git.describe()
    if (info.isErr()) return err(info.error)
    const { worktreeDir } = info.value
    if (worktreeDir !== undefined) return ok(worktreeDir)
    return err(codedError('usage', 'A bare repository has no files of a project. Use --user.'))
  } finally {
    await repository.close()
  }
}
