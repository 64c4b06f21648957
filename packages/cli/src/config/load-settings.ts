import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import {
  codedError,
  type CallOptions,
  type ConfigSection,
  type GitBackend,
  type GitError,
  type RepositoryInfo,
} from '@chronicle/core/contracts'
import { CONFIG_FILE, resolveSettings, type ResolvedSettings, type SettingSources } from './resolve-settings.ts'

export type LoadSettingsError = GitError | CodedError<'invalid_configuration'>

/** Reads the configuration of a repository and resolves every setting. */
export function loadSettings(
  git: GitBackend,
  given: Pick<SettingSources, 'flags' | 'env'>,
  options?: CallOptions,
): ResultAsync<ResolvedSettings & { readonly repository: RepositoryInfo }, LoadSettingsError> {
  return safeTry(async function* () {
    const reading = git.readConfig?.('chronicle', options)
    const described = await git.describe(options)
    const read = (await reading) ?? ok<ConfigSection>(new Map())
    const repository = yield* described
    const values = yield* read
    const gitConfig = new Map([...values].map(([key, all]) => [key, all.at(-1) ?? '']))
    const file = yield* readConfigFile(repository.worktreeDir)
    const sources = { ...given, gitConfig, ...omitUndefined({ file }) }
    return resolveSettings(sources).map((resolved) => ({ ...resolved, repository }))
  })
}

function readConfigFile(
  worktreeDir: string | undefined,
): ResultAsync<Readonly<Record<string, unknown>> | undefined, CodedError<'invalid_configuration'>> {
  return safeTry(async function* () {
    if (worktreeDir === undefined) return ok(undefined)
    let text: string
    try {
      text = readFileSync(join(worktreeDir, CONFIG_FILE), 'utf8')
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return ok(undefined)
      return err(codedError('invalid_configuration', `${CONFIG_FILE} cannot be read: ${message}`, { cause }))
    }
    const { parse, TomlError } = await import('smol-toml')
    try {
      return ok(parse(text.replace(/^\uFEFF/u, '')))
    } catch (cause) {
      const place = cause instanceof TomlError ? ` line ${cause.line}, column ${cause.column}:` : ''
      const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
      return err(codedError('invalid_configuration', `${CONFIG_FILE}${place} ${reason}`, { cause }))
    }
  })
}
