import { err, ok, omitUndefined, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { nearestWord } from './nearest-word.ts'
import { SETTINGS, type GitBackendName, type Setting, type Settings } from './settings.ts'

/** Values of command line options, already parsed. */
export type FlagValues = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/** The sources of settings, strongest first. */
export interface SettingSources {
  readonly flags: FlagValues
  readonly env: Readonly<Record<string, string | undefined>>
  /** Keys below `[chronicle]`, in lower case. */
  readonly gitConfig: ReadonlyMap<string, string>
  /** The contents of `.chronicle-config.toml`. */
  readonly file?: Readonly<Record<string, unknown>>
}

/** The resolved settings, and warnings about their sources. */
export interface ResolvedSettings {
  readonly settings: Settings
  readonly warnings: readonly string[]
}

export type SettingsError = CodedError<'invalid_configuration'>

/** The file with the settings that a team shares, at the top of the working tree. */
export const CONFIG_FILE = '.chronicle-config.toml'

/**
 * Resolves every setting from the strongest source that has it: options, environment, git configuration, shared file,
 * default. An overridden value is not validated, so a bad one can be worked around.
 */
export function resolveSettings(sources: SettingSources): Result<ResolvedSettings, SettingsError> {
  const settings: Record<string, unknown> = {}
  const table: readonly [string, Setting<unknown>][] = Object.entries(SETTINGS)
  for (const [name, setting] of table) {
    const flag: unknown = sources.flags[name as keyof Settings]
    if (flag !== undefined) {
      settings[name] = flag
      continue
    }
    const text = configuredText(setting, sources)
    if (text === undefined) {
      settings[name] = setting.default
      continue
    }
    const value = text.value === undefined ? undefined : setting.parse(text.value)
    if (value === undefined) {
      const shown = text.value ?? JSON.stringify(text.raw)
      const message = `${text.source} is '${shown}'; expected ${setting.expects}.`
      return err(codedError('invalid_configuration', message, { data: { source: text.source, value: shown } }))
    }
    settings[name] = value
  }
  const warnings = [...unknownGitKeys(sources.gitConfig), ...unknownFileKeys(sources.file ?? {})]
  return ok({ settings: settings as unknown as Settings, warnings })
}

/** Resolves only the git backend, which must be known before any configuration can be read. */
export function resolveGitBackend(
  flag: GitBackendName | undefined,
  env: SettingSources['env'],
): Result<GitBackendName, SettingsError> {
  const flags = omitUndefined({ gitBackend: flag })
  const only = { [SETTINGS.gitBackend.env]: env[SETTINGS.gitBackend.env] }
  return resolveSettings({ flags, env: only, gitConfig: new Map() }).map(({ settings }) => settings.gitBackend)
}

interface ConfiguredText {
  readonly source: string
  /** `undefined` if a value of that type is not valid here. */
  readonly value: string | undefined
  readonly raw?: unknown
}

function configuredText(setting: Setting<unknown>, sources: SettingSources): ConfiguredText | undefined {
  const fromEnv = sources.env[setting.env]
  if (fromEnv !== undefined && fromEnv !== '') {
    return { source: `the environment variable ${setting.env}`, value: fromEnv.trim() }
  }
  if (setting.git !== undefined) {
    const value = sources.gitConfig.get(setting.git.toLowerCase())
    if (value !== undefined) return { source: `chronicle.${setting.git} in git's configuration`, value: value.trim() }
  }
  if (setting.toml !== undefined) {
    const [table = '', key = ''] = setting.toml.split('.')
    const raw = tableOf(sources.file, table)[key]
    if (raw !== undefined) {
      return { source: `chronicle.${setting.toml} in ${CONFIG_FILE}`, value: tomlText(raw), raw }
    }
  }
  return undefined
}

function tomlText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  if (typeof raw === 'number' || typeof raw === 'bigint') return String(raw)
  return Array.isArray(raw) && raw.every((item) => typeof item === 'string') ? raw.join('\n') : undefined
}

function tableOf(file: SettingSources['file'], name: string): Readonly<Record<string, unknown>> {
  return asTable(asTable(file?.['chronicle'])?.[name]) ?? {}
}

function asTable(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  return isTable ? (value as Readonly<Record<string, unknown>>) : undefined
}

function unknownGitKeys(config: ReadonlyMap<string, string>): readonly string[] {
  const known = Object.values(SETTINGS).flatMap((setting) => setting.git ?? [])
  const lower = new Set(known.map((key) => key.toLowerCase()))
  return (
    [...config.keys()]
      // `chronicle.<subsection>.<key>` belongs to other commands and is not reported.
      .filter((key) => !key.includes('.') && !lower.has(key))
      .map((key) => unknownKey(`chronicle.${key} in git's configuration`, key, known, 'chronicle.'))
  )
}

function unknownFileKeys(file: Readonly<Record<string, unknown>>): readonly string[] {
  const known = Object.values(SETTINGS).flatMap((setting) => setting.toml ?? [])
  const chronicle = asTable(file['chronicle'])
  const unknown = [
    ...Object.keys(file).filter((key) => key !== 'chronicle'),
    // Other tables contain the settings of other commands.
    ...Object.entries(chronicle ?? {}).flatMap(([key, value]) =>
      asTable(value) === undefined ? [`chronicle.${key}`] : [],
    ),
    ...['read', 'write'].flatMap((table) =>
      Object.keys(tableOf(file, table))
        .filter((key) => !known.includes(`${table}.${key}`))
        .map((key) => `chronicle.${table}.${key}`),
    ),
  ]
  return unknown.map((path) => {
    const key = path.slice('chronicle.'.length)
    return unknownKey(`${path} in ${CONFIG_FILE}`, key, known, 'chronicle.')
  })
}

function unknownKey(place: string, key: string, known: readonly string[], prefix: string): string {
  const near = nearestWord(key, known)
  return `${place} is not a setting and has no effect.${near === undefined ? '' : ` Did you mean ${prefix}${near}?`}`
}
