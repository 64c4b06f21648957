import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { OpenOptions } from '@chronicle/node'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import manifest from '../../package.json' with { type: 'json' }
import { resolveGitBackend } from '../config/resolve-settings.ts'
import type { GitBackendName, Settings } from '../config/settings.ts'
import { showName } from './one-line.ts'
import type { CommandHost, Repository } from './command-host.ts'

/** What the provenance of an annotation says that it was recorded with. */
const TOOL = `git-chronicle ${manifest.version}`

/** Where the options of a command say that the repository is. */
export interface RepositoryFlags {
  readonly C?: string
  readonly gitBackend?: GitBackendName
}

/** The same, and which notes of it are meant. */
export interface NotesFlags extends RepositoryFlags {
  readonly notesRef?: Settings['notesRefs']
}

export interface OpenedRepository {
  readonly repository: Repository
  /** The folder that the command works in. */
  readonly dir: string
}

/** Opens the repository of a command, and tells the folder that the command works in. */
export function openRepository(
  { io, open }: CommandHost,
  flags: RepositoryFlags,
  options: Pick<OpenOptions, 'cacheDir'> = {},
): ResultAsync<OpenedRepository, CodedError> {
  return safeTry(async function* () {
    const gitBackend = yield* resolveGitBackend(flags.gitBackend, io.env)
    const dir = resolve(io.cwd, flags.C ?? '.')
    // A program that opens repositories its own way knows what its folders are.
    const missing = open === undefined ? missingFolder(dir, flags.C ?? io.cwd) : undefined
    if (missing !== undefined) return err(missing)
    const openDefault = async (): Promise<NonNullable<typeof open>> => (await import('@chronicle/node')).openChronicle
    const repository = await (open ?? (await openDefault()))({
      dir,
      gitBackend,
      env: io.env,
      // A folder that is named for this command alone is meant; otherwise it works where git does.
      preferEnv: flags.C === undefined,
      tool: TOOL,
      ...options,
    })
    return ok({ repository, dir })
  })
}

/** Looks at once: to wait for the first answer of a thread would keep the first git process waiting. */
function missingFolder(dir: string, given: string): CodedError<'usage'> | undefined {
  try {
    if (statSync(dir).isDirectory()) return undefined
    return codedError('usage', `'${showName(given)}' is not a folder.`, { data: { dir } })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'There is no such folder' : message
    return codedError('usage', `Cannot work in '${showName(given)}'. ${reason}.`, { data: { dir } })
  }
}
