import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import manifest from '../../package.json' with { type: 'json' }
import { resolveGitBackend } from '../config/resolve-settings.ts'
import type { GitBackendName } from '../config/settings.ts'
import { showName } from './one-line.ts'
import type { CommandHost, Repository } from './command-host.ts'

/** What the provenance of an annotation says that it was recorded with. */
const TOOL = `git-chronicle ${manifest.version}`

/** Where the options of a command say that the repository is. */
export interface RepositoryFlags {
  readonly C?: string
  readonly gitBackend?: GitBackendName
}

/** Opens the repository of a command, and tells the folder that the command works in. */
export async function openRepository(
  { io, open }: CommandHost,
  flags: RepositoryFlags,
): Promise<Result<{ readonly repository: Repository; readonly dir: string }, CodedError>> {
  const gitBackend = resolveGitBackend(flags.gitBackend, io.env)
  if (gitBackend.isErr()) return err(gitBackend.error)
  const dir = resolve(io.cwd, flags.C ?? '.')
  // A program that opens repositories its own way knows what its folders are.
  const missing = open === undefined ? await missingFolder(dir, flags.C ?? io.cwd) : undefined
  if (missing !== undefined) return err(missing)
  const openDefault = async (): Promise<NonNullable<typeof open>> => (await import('@chronicle/node')).openChronicle
  const repository = await (open ?? (await openDefault()))({
    dir,
    gitBackend: gitBackend.value,
    env: io.env,
    tool: TOOL,
  })
  return ok({ repository, dir })
}

async function missingFolder(dir: string, given: string): Promise<CodedError<'usage'> | undefined> {
  const found = await stat(dir).catch((error: NodeJS.ErrnoException) => error)
  if (!(found instanceof Error)) {
    return found.isDirectory()
      ? undefined
      : codedError('usage', `'${showName(given)}' is not a folder.`, { data: { dir } })
  }
  const reason = found.code === 'ENOENT' ? 'There is no such folder' : found.message
  return codedError('usage', `Cannot work in '${showName(given)}'. ${reason}.`, { data: { dir } })
}
