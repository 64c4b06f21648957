/** Filter options of `read`. The command, its settings and the MCP server offer the same ones. */
export interface ReadFilters {
  /** Which context levels to return. Default `all`. */
  readonly contextLevel?: 'all' | 'enhanced' | 'inferred' | undefined
  /** Minimum confidence, in [0, 1]. Default 0. */
  readonly minConfidence?: number | undefined
  /** Number of hops of `related_annotations` to follow. Default 1, 0 for none. */
  readonly depth?: number | undefined
  /** Maximum number of regions, most confident first. Default 20. */
  readonly maxRegions?: number | undefined
}

/** The filter options with their defaults filled in. */
export type ResolvedFilters = { readonly [Name in keyof ReadFilters]-?: NonNullable<ReadFilters[Name]> }

/** The values that an option accepts: one of several words, a number in [0, 1], or a whole number. */
export type ReadOptionValues =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'share' }
  | { readonly kind: 'count'; readonly least: number }

/** One option of `read`, from which its validation, help, settings, MCP argument and echo are derived. */
export interface ReadOption<T> {
  /** The meaning of the option, for the help and the documentation. */
  readonly description: string
  /** The option's name in messages: `minimum confidence`. */
  readonly noun: string
  /** Section of the command's help. */
  readonly group: 'filters' | 'amount'
  readonly flag: string
  /** Placeholder of the value in the command's help: `n`. */
  readonly placeholder: string
  /** The keys of the setting in git's configuration and in the settings file. */
  readonly keys: { readonly git: string; readonly toml: string }
  /** Name of the MCP argument and the echo key, and in capitals the end of the environment variable. */
  readonly argument: string
  /** Description of the MCP argument for models, beyond its name. Each word costs tokens in every session. */
  readonly hint?: string
  readonly values: ReadOptionValues
  readonly default: T
  /** Whether an answer echoes the option even at its default. */
  readonly alwaysEchoed: boolean
}

/** All filter options of `read`, in help order. */
export const READ_OPTIONS: { readonly [Name in keyof ResolvedFilters]: ReadOption<ResolvedFilters[Name]> } = {
  contextLevel: {
    description: 'only regions that were stated (enhanced) or derived (inferred)',
    noun: 'context level',
    group: 'filters',
    flag: '--context-level',
    placeholder: 'level',
    keys: { git: 'contextLevel', toml: 'read.context_level' },
    argument: 'context_level',
    values: { kind: 'choice', choices: ['all', 'enhanced', 'inferred'] },
    default: 'all',
    alwaysEchoed: false,
  },
  minConfidence: {
    description: 'leave out regions less certain than this',
    noun: 'minimum confidence',
    group: 'filters',
    flag: '--min-confidence',
    placeholder: '0..1',
    keys: { git: 'minConfidence', toml: 'read.min_confidence' },
    argument: 'min_confidence',
    values: { kind: 'share' },
    default: 0,
    alwaysEchoed: false,
  },
  depth: {
    description: 'hops to follow along related annotations',
    noun: 'depth',
    group: 'amount',
    flag: '--depth',
    placeholder: 'n',
    keys: { git: 'depth', toml: 'read.depth' },
    argument: 'depth',
    hint: 'Hops of related annotations',
    values: { kind: 'count', least: 0 },
    default: 1,
    alwaysEchoed: true,
  },
  maxRegions: {
    description: 'maximum number of regions',
    noun: 'maximum of regions',
    group: 'amount',
    flag: '--max-regions',
    placeholder: 'n',
    keys: { git: 'defaultMaxRegions', toml: 'read.default_max_regions' },
    argument: 'max_regions',
    values: { kind: 'count', least: 1 },
    default: 20,
    alwaysEchoed: true,
  },
}

/** Names of the filter options, in order. */
export const READ_OPTION_NAMES: readonly (keyof ReadFilters)[] = Object.keys(READ_OPTIONS) as (keyof ReadFilters)[]

/** Returns the filter options of settings or a query, without absent ones. */
export function pickReadFilters(from: ReadFilters): ReadFilters {
  return Object.fromEntries(READ_OPTION_NAMES.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

/** Returns the filter options from validated MCP arguments. */
export function readFiltersOfArguments(given: Readonly<Record<string, unknown>>): ReadFilters {
  return Object.fromEntries(
    READ_OPTION_NAMES.flatMap((name) => {
      const value = given[READ_OPTIONS[name].argument]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
