/** Options of `read` that narrow an answer. The command, its settings and the MCP server offer the same ones. */
export interface ReadFilters {
  /** Default `all`. */
  readonly contextLevel?: 'all' | 'enhanced' | 'inferred'
  /** In [0, 1]; default 0. */
  readonly minConfidence?: number
  /** Hops of `related_annotations` to follow; default 1, 0 for none. */
  readonly depth?: number
  /** Most confident first; default 20. */
  readonly maxRegions?: number
}

/** The values that an option takes: one of some words, a number in [0, 1], or a whole number. */
export type ReadOptionValues =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'share' }
  | { readonly kind: 'count'; readonly least: number }

/** One option of `read`: what its checks, its help, its settings, its argument over MCP and its echo are made of. */
export interface ReadOption<T> {
  /** What it means, for the help and the documentation. */
  readonly description: string
  /** The option's name in messages: `minimum confidence`. */
  readonly noun: string
  /** Where the help of the command lists it. */
  readonly group: 'filters' | 'amount'
  readonly flag: string
  /** The form of its value in the help of the command: `n`. */
  readonly placeholder: string
  /** The key of the setting in git's configuration, and in the file of settings. */
  readonly keys: { readonly git: string; readonly toml: string }
  /** The argument over MCP, the key of the echo, and in capitals the end of the environment variable. */
  readonly argument: string
  /** What a model is told of the argument beyond its name. Each word costs tokens in every session. */
  readonly hint?: string
  readonly values: ReadOptionValues
  readonly default: T
  /** Whether an answer repeats it at its default, too. */
  readonly alwaysEchoed: boolean
}

/** Every narrowing option of `read`, in the order of its help. */
export const READ_OPTIONS: { readonly [Name in keyof ReadFilters]-?: ReadOption<Required<ReadFilters>[Name]> } = {
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

/** The names of the narrowing options, in their order. */
export const READ_OPTION_NAMES: readonly (keyof ReadFilters)[] = Object.keys(READ_OPTIONS) as (keyof ReadFilters)[]

/** Returns the narrowing options out of settings or a query, without those that are absent. */
export function pickReadFilters(from: ReadFilters): ReadFilters {
  return Object.fromEntries(READ_OPTION_NAMES.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

/** Returns the narrowing options by the names that they have over MCP, once those were checked. */
export function readFiltersOfArguments(given: Readonly<Record<string, unknown>>): ReadFilters {
  return Object.fromEntries(
    READ_OPTION_NAMES.flatMap((name) => {
      const value = given[READ_OPTIONS[name].argument]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
