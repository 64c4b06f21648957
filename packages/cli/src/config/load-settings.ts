import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import {
  codedError,
  type CallOptions,
  type GitBackend,
  type GitError,
  type RepositoryInfo,
} from '@chronicle/core/contracts'
import { CONFIG_FILE, resolveSettings, type FlagValues, type ResolvedSettings } from './resolve-settings.ts'

/** Reads the configuration of a repository and resolves every setting. */
export function loadSettings(
  git: GitBackend,
  given: { readonly flags: FlagValues; readonly env: Readonly<Record<string, string | undefined>> },
  options?: CallOptions,
): ResultAsync<ResolvedSettings & { readonly repository: RepositoryInfo }, LoadSettingsError> {
  return new ResultAsync(load(git, given, options))
}

export type LoadSettingsError = GitError | CodedError<'invalid_configuration'>

async function load(
  git: GitBackend,
  given: { readonly flags: FlagValues; readonly env: Readonly<Record<string, string | undefined>> },
  options?: CallOptions,
): Promise<Result<ResolvedSettings & { readonly repository: RepositoryInfo }, LoadSettingsError>> {
  const reading = git.readConfig?.('chronicle', options)
  const repository = await git.describe(options)
  const gitConfig = (await reading) ?? ok<ReadonlyMap<string, string>>(new Map())
  if (repository.isErr()) return err(repository.error)
  if (gitConfig.isErr()) return err(gitConfig.error)
  const file = await readConfigFile(repository.value.worktreeDir)
  if (file.isErr()) return err(file.error)
  const sources = { ...given, gitConfig: gitConfig.value, ...(file.value === undefined ? {} : { file: file.value }) }
  return resolveSettings(sources).map((resolved) => ({ ...resolved, repository: repository.value }))
}

async function readConfigFile(
  worktreeDir: string | undefined,
): Promise<Result<Readonly<Record<string, unknown>> | undefined, CodedError<'invalid_configuration'>>> {
  if (worktreeDir === undefined) return ok(undefined)
  let text: string
  try {
    text = await readFile(join(worktreeDir, CONFIG_FILE), 'utf8')
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
}
