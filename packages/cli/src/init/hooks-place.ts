import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError, type RepositoryInfo } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import { showName } from '../host/one-line.ts'
import { gitText, type GitFolders } from './git-text.ts'
import { HOOK_NAMES, RUNNER_NAME, type HookName } from './hook-names.ts'
import { isWithin } from '../host/is-within.ts'

/** The location of a repository's hooks, and the tool that manages them. */
export interface HooksPlace extends GitFolders {
  /** The folder in which git looks for hooks: `core.hooksPath`, or `hooks` in the shared git directory. */
  readonly gitHooksDir: string
  /**
   * The folder in which hooks are edited: the same one, or with husky its parent, because husky overwrites the former.
   */
  readonly editedDir: string
  /** Whether husky runs the scripts in `editedDir`, with `sh`, executable or not. */
  readonly husky: boolean
  /** Hooks that lefthook overwrites; they are added to its own configuration instead. */
  readonly lefthook: ReadonlySet<HookName>
  /** Whether the folder is outside this repository and may therefore serve others too. */
  readonly outside: boolean
  readonly runnerPath: string
}

/** Finds the hooks of the command's repository. */
export function findHooks(io: CliIo, info: RepositoryInfo): ResultAsync<HooksPlace, CodedError> {
  return safeTry(async function* () {
    const { worktreeDir, gitDir, commonDir } = info
    if (worktreeDir === undefined || gitDir === undefined || commonDir === undefined) {
      const message =
        'A bare repository has no working tree to commit in, so no hook of it would run. Use a clone of it.'
      return err(codedError('usage', message))
    }
    const folders: GitFolders = { worktreeDir, gitDir, commonDir }
    const asked = yield* gitText(io, folders, ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'])
    const gitHooksDir = asked ?? join(commonDir, 'hooks')
    const found = await stat(gitHooksDir).catch(() => undefined)
    if (found?.isDirectory() === false) {
      const message = `Hooks are turned off here: core.hooksPath is ${showName(gitHooksDir)}, which is no folder. See where it is set: git config --show-origin core.hooksPath`
      return err(codedError('config_conflict', message, { data: { path: gitHooksDir } }))
    }
    const husky = basename(gitHooksDir) === '_' && (await isHusky(gitHooksDir))
    const editedDir = husky ? dirname(gitHooksDir) : gitHooksDir
    return ok({
      ...folders,
      gitHooksDir,
      editedDir,
      husky,
      lefthook: husky ? new Set() : await hooksOfLefthook(worktreeDir, gitHooksDir),
      outside: !isWithin(commonDir, editedDir) && !isWithin(worktreeDir, editedDir),
      runnerPath: join(commonDir, RUNNER_NAME),
    })
  })
}

/** husky 9 keeps a script for each hook in `_`, and all of them source `h`. */
async function isHusky(dir: string): Promise<boolean> {
  if (basename(dirname(dir)) === '.husky') return true
  return (await textOf(join(dir, 'h')))?.includes('husky') === true
}

const LEFTHOOK_CONFIG = /^\.?lefthook\.(?:ya?ml|toml|jsonc?)$/u

/**
 * Returns the hooks that lefthook has written, and those in its configuration, which it will write at its next
 * installation.
 */
async function hooksOfLefthook(top: string, hooksDir: string): Promise<ReadonlySet<HookName>> {
  const configs: string[] = []
  for (const dir of [top, join(top, '.config')]) {
    const names = await readdir(dir).catch(() => [])
    for (const name of names.filter((each) => LEFTHOOK_CONFIG.test(each))) {
      configs.push((await textOf(join(dir, name))) ?? '')
    }
  }
  if (configs.length === 0) return new Set()
  const config = configs.join('\n')
  const own = new Set<HookName>()
  for (const hook of HOOK_NAMES) {
    const isConfigured = new RegExp(`(?:^|[\\s{,[])["']?${hook}["']?\\s*[:.\\]]`, 'mu').test(config)
    if (isConfigured || /lefthook/iu.test((await textOf(join(hooksDir, hook))) ?? '')) own.add(hook)
  }
  return own
}

/** Returns the text of a file; `undefined` if it is missing or unreadable. */
async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}
