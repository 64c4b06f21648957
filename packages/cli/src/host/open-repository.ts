import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { OpenOptions } from '@chronicle/node'
import { err, ok, ResultAsync, safeTry, type CodedError } from '@chronicle/schema'
import { codedError, reasonOf } from '@chronicle/core/contracts'
import manifest from '../../package.json' with { type: 'json' }
import { resolveGitBackend } from '../config/resolve-settings.ts'
import type { GitBackendName, Settings } from '../config/settings.ts'
import { showName } from './one-line.ts'
import type { CommandHost, OpenRepository, Repository } from './command-host.ts'

/** Tool name in the provenance of annotations. */
const TOOL = `git-chronicle ${manifest.version}`

/** Options that locate the repository. */
export interface RepositoryFlags {
  readonly C?: string
  readonly gitBackend?: GitBackendName
}

/** Repository options with the notes ref. */
export interface NotesFlags extends RepositoryFlags {
  readonly notesRef?: Settings['notesRefs']
}

export interface OpenedRepository {
  readonly repository: Repository
  /** The working folder of the command. */
  readonly dir: string
}

/** Opens the repository of a command, and returns it with the working folder. */
export function openRepository(
  { io, open }: CommandHost,
  flags: RepositoryFlags,
  options: Pick<OpenOptions, 'cacheDir'> = {},
): ResultAsync<OpenedRepository, CodedError> {
  return safeTry(async function* () {
    const gitBackend = yield* resolveGitBackend(flags.gitBackend, io.env)
    const dir = resolve(io.cwd, flags.C ?? '.')
    // A program with its own `open` decides itself what a folder is.
    const missing = open === undefined ? missingFolder(dir, flags.C ?? io.cwd) : undefined
    if (missing !== undefined) return err(missing)
    const chosen = {
      dir,
      gitBackend,
      env: io.env,
      // A folder given for this command takes precedence; otherwise the environment does, as in git.
      preferEnv: flags.C === undefined,
      tool: TOOL,
      ...options,
    }
    if (open !== undefined) return openWith(open, chosen).map((repository) => ({ repository, dir }))
    return ok({ repository: (await import('@chronicle/node')).openChronicle(chosen), dir })
  })
}

/** Calls the `open` of a program, which may throw or reject. */
function openWith(open: OpenRepository, options: Parameters<OpenRepository>[0]): ResultAsync<Repository, CodedError> {
  const call = async (): Promise<Repository> => open(options)
  return ResultAsync.fromPromise(call(), (cause) =>
    codedError('usage', `The repository '${showName(options.dir)}' was not opened: ${reasonOf(cause)}.`, { cause }),
  )
}

/**
 * Returns an error if the folder is missing. The check is synchronous, because waiting for the thread pool would delay
 * the first git process.
 */
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
