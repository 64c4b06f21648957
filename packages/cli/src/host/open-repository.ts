import { resolve } from 'node:path'
import { err, ok, type Result } from '@chronicle/schema'
import { resolveGitBackend, type SettingsError } from '../config/resolve-settings.ts'
import type { GitBackendName } from '../config/settings.ts'
import type { CommandHost, Repository } from './command-host.ts'

/** Where the options of a command say that the repository is. */
export interface RepositoryFlags {
  readonly C?: string
  readonly gitBackend?: GitBackendName
}

/** Opens the repository of a command, and tells the folder that the command works in. */
export async function openRepository(
  { io, open }: CommandHost,
  flags: RepositoryFlags,
): Promise<Result<{ readonly repository: Repository; readonly dir: string }, SettingsError>> {
  const gitBackend = resolveGitBackend(flags.gitBackend, io.env)
  if (gitBackend.isErr()) return err(gitBackend.error)
  const dir = resolve(io.cwd, flags.C ?? '.')
  const openDefault = async (): Promise<NonNullable<typeof open>> => (await import('@chronicle/node')).openChronicle
  const repository = await (open ?? (await openDefault()))({ dir, gitBackend: gitBackend.value, env: io.env })
  return ok({ repository, dir })
}
