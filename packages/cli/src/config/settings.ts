import type { NotesRef } from '@chronicle/schema'

/** One thing that can be set by option, environment, git configuration or the shared file, in that order. */
export interface Setting<T> {
  /** What it means, for the help and the documentation. */
  readonly description: string
  /** The option, where there is one. */
  readonly flag?: string
  readonly env: string
  /** Key below `[chronicle]` in git's configuration. Absent: cannot be set there. */
  readonly git?: string
  /** Key below `[chronicle.read]` in `.chronicle-config.toml`. Absent: cannot be set there. */
  readonly toml?: string
  /** In words: `a whole number from 1`. */
  readonly expects: string
  /** `undefined` when the text is not what is expected. */
  readonly parse: (text: string) => T | undefined
  readonly default: T
}

/** The trimmers that can be asked for by name. */
export type TrimmerName = 'newest_commits_first' | 'lowest_value_first'
/** The git backends that can be asked for by name. */
export type GitBackendName = 'cli' | 'isomorphic'

/** Every setting with its value. */
export interface Settings {
  readonly format: 'markdown' | 'json' | 'pretty'
  readonly maxTokens: number | undefined
  readonly maxRegions: number
  readonly depth: number
  readonly minConfidence: number
  readonly contextLevel: 'all' | 'enhanced' | 'inferred'
  readonly trimmer: TrimmerName
  readonly recencyHalfLife: number
  readonly depsScanLimit: number
  readonly notesRefs: readonly NotesRef[]
  readonly gitBackend: GitBackendName
}

/** The table of all settings, in the order in which they are documented. */
export const SETTINGS: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  format: {
    description: 'output format of an answer',
    flag: '--format',
    env: 'CHRONICLE_FORMAT',
    git: 'format',
    toml: 'format',
    ...oneOf('markdown', 'json', 'pretty'),
    default: 'markdown',
  },
  maxTokens: {
    description: 'token budget of the rendered answer',
    flag: '--max-tokens',
    env: 'CHRONICLE_MAX_TOKENS',
    git: 'maxTokens',
    toml: 'max_tokens',
    ...wholeNumber(1),
    default: undefined,
  },
  maxRegions: {
    description: 'most regions returned',
    flag: '--max-regions',
    env: 'CHRONICLE_MAX_REGIONS',
    git: 'defaultMaxRegions',
    toml: 'default_max_regions',
    ...wholeNumber(1),
    default: 20,
  },
  depth: {
    description: 'hops of related annotations that are followed',
    flag: '--depth',
    env: 'CHRONICLE_DEPTH',
    git: 'depth',
    toml: 'depth',
    ...wholeNumber(0),
    default: 1,
  },
  minConfidence: {
    description: 'regions less certain than this are left out',
    flag: '--min-confidence',
    env: 'CHRONICLE_MIN_CONFIDENCE',
    git: 'minConfidence',
    toml: 'min_confidence',
    expects: 'a number from 0 to 1',
    parse: (text) => within(decimal(text), 0, 1),
    default: 0,
  },
  contextLevel: {
    description: 'regions by how they came to be known',
    flag: '--context-level',
    env: 'CHRONICLE_CONTEXT_LEVEL',
    git: 'contextLevel',
    toml: 'context_level',
    ...oneOf('all', 'enhanced', 'inferred'),
    default: 'all',
  },
  trimmer: {
    description: 'what goes first when the budget is exceeded',
    flag: '--trimmer',
    env: 'CHRONICLE_TRIMMER',
    git: 'trimmer',
    toml: 'trimmer',
    ...oneOf('newest_commits_first', 'lowest_value_first'),
    default: 'newest_commits_first',
  },
  recencyHalfLife: {
    description: 'days after which the recency of an annotation counts half',
    env: 'CHRONICLE_RECENCY_HALF_LIFE',
    git: 'recencyHalfLife',
    toml: 'recency_half_life',
    expects: 'a number of days above 0',
    parse: (text) => {
      const days = decimal(text)
      return days !== undefined && days > 0 ? days : undefined
    },
    default: 180,
  },
  depsScanLimit: {
    description: 'most annotations, newest first, that are searched for dependencies on a file',
    flag: '--scan-limit',
    env: 'CHRONICLE_DEPS_SCAN_LIMIT',
    git: 'depsScanLimit',
    toml: 'deps_scan_limit',
    ...wholeNumber(0),
    default: 500,
  },
  notesRefs: {
    description: 'notes refs that are read, several separated by spaces; the first one is written',
    flag: '--notes-ref',
    env: 'CHRONICLE_NOTES_REF',
    git: 'notesRef',
    toml: 'notes_ref',
    expects: 'a ref name such as refs/notes/chronicle',
    parse: parseNotesRefs,
    default: ['refs/notes/chronicle' as NotesRef],
  },
  gitBackend: {
    description: 'how the repository is read: the git binary, or isomorphic-git without one',
    flag: '--git-backend',
    env: 'CHRONICLE_GIT_BACKEND',
    ...oneOf('cli', 'isomorphic'),
    default: 'cli',
  },
}

function oneOf<T extends string>(...choices: readonly T[]): Pick<Setting<T>, 'expects' | 'parse'> {
  return { expects: choices.join(', '), parse: (text) => choices.find((choice) => choice === text) }
}

function wholeNumber(least: number): {
  readonly expects: string
  readonly parse: (text: string) => number | undefined
} {
  return {
    expects: `a whole number from ${least}`,
    parse: (text) => (/^\d+$/.test(text) ? within(Number(text), least, Number.MAX_SAFE_INTEGER) : undefined),
  }
}

function decimal(text: string): number | undefined {
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : undefined
}

function within(value: number | undefined, least: number, most: number): number | undefined {
  return value !== undefined && value >= least && value <= most ? value : undefined
}

/** `chronicle` and `notes/chronicle` are short for `refs/notes/chronicle`, as for git itself. */
function parseNotesRefs(text: string): readonly NotesRef[] | undefined {
  const names = text.split(/\s+/u).filter((name) => name !== '')
  const refs = names.map((name) => {
    if (name.startsWith('refs/')) return name
    return name.startsWith('notes/') ? `refs/${name}` : `refs/notes/${name}`
  })
  return refs.length > 0 && refs.every(isRefName) ? ([...new Set(refs)] as NotesRef[]) : undefined
}

/** The rules of `git check-ref-format`, and below `refs/notes/`, where git's own notes commands work. */
function isRefName(name: string): boolean {
  if (!name.startsWith('refs/notes/') || name.endsWith('/') || name.endsWith('.') || name.includes('@{')) return false
  if (/[\u0000-\u0020\u007F~^:?*[\\]|\.\.|\/\//u.test(name)) return false
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
}
