import {
  ANNOTATION_ORIGINS,
  DEFAULT_SCORER,
  READ_OPTIONS,
  SCORER_NAMES,
  type AnnotationOrigin,
  type ReadFilters,
  type ResolvedFilters,
  type ReadOption,
  type ReadOptionValues,
  type ScorerName,
} from '@chronicle/core/contracts'
import { parseNotesRef, type NotesRef } from '@chronicle/schema'

/**
 * A setting that can be given by option, environment, git configuration or the shared file, in that order of
 * precedence.
 */
export interface Setting<T> {
  /** Description for the help and the documentation. */
  readonly description: string
  /** The command line option, if there is one. */
  readonly flag?: string
  readonly env: string
  /** Key below `[chronicle]` in git's configuration. Absent: cannot be set there. */
  readonly git?: string
  /**
   * Table and key below `[chronicle]` in `.chronicle-config.toml`: `read.format`. Absent: cannot be set there. The file
   * comes with the repository, and its author must not decide where the user's code is sent.
   */
  readonly toml?: string
  /** The valid values in words: `a whole number from 1`. */
  readonly expects: string
  /** Parses a value; returns `undefined` if the text is not valid. */
  readonly parse: (text: string) => T | undefined
  readonly default: T
}

/** The trimmers that can be selected by name. */
export type TrimmerName = 'newest_commits_first' | 'lowest_value_first'
/** The git backends that can be selected by name. */
export type GitBackendName = 'cli' | 'isomorphic'

/** The writers that can be selected by name. `auto`: the model if one is configured, otherwise the evidence. */
export type WriterName = 'auto' | 'heuristic' | 'llm'
/** The provider of the model. */
export type ProviderName = 'anthropic' | 'openai' | 'google' | 'openrouter' | 'openai-compatible' | 'ollama'
/** Price in US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
}

/** Every setting with its value. */
export interface Settings extends ResolvedFilters {
  readonly format: 'markdown' | 'json' | 'pretty'
  readonly maxTokens: number | undefined
  readonly sources: readonly AnnotationOrigin[]
  readonly trimmer: TrimmerName
  readonly scorer: ScorerName
  readonly recencyHalfLife: number
  readonly depsScanLimit: number
  readonly notesRefs: readonly NotesRef[]
  readonly gitBackend: GitBackendName
  readonly writer: WriterName
  readonly provider: ProviderName | undefined
  readonly model: string | undefined
  readonly baseUrl: string | undefined
  readonly modelPrice: ModelPrice | undefined
  readonly embeddingModel: string | undefined
  readonly embeddingProvider: ProviderName | undefined
  readonly embeddingBaseUrl: string | undefined
  readonly embeddingPrice: number | undefined
  readonly maxSpend: number | undefined
  readonly maxSpendTokens: number | undefined
  readonly maxDiffLines: number | undefined
  readonly maxAgentTurns: number
  readonly maxTokensPerResponse: number
  readonly recentAnnotationsLimit: number
  readonly chunkSize: number
  readonly contextHours: number
  readonly redactAllow: readonly string[]
  readonly transcripts: boolean
  readonly condense: boolean
}

/** All settings, in the order of the documentation. */
export const SETTINGS: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  format: {
    description: 'output format of an answer',
    flag: '--format',
    env: 'CHRONICLE_FORMAT',
    git: 'format',
    toml: 'read.format',
    ...oneOf('markdown', 'json', 'pretty'),
    default: 'markdown',
  },
  maxTokens: {
    description: 'token budget of the rendered answer, 0 for none',
    flag: '--max-tokens',
    env: 'CHRONICLE_MAX_TOKENS',
    git: 'maxTokens',
    toml: 'read.max_tokens',
    ...wholeNumber(0),
    default: undefined,
  },
  maxRegions: readSetting('maxRegions'),
  depth: readSetting('depth'),
  minConfidence: readSetting('minConfidence'),
  sources: {
    description: 'the sources of answers: what is recorded (notes), commit messages (history)',
    flag: '--sources',
    env: 'CHRONICLE_SOURCES',
    git: 'sources',
    toml: 'read.sources',
    expects: `${ANNOTATION_ORIGINS.join(', ')}, or several separated by commas`,
    parse: parseSources,
    default: ANNOTATION_ORIGINS,
  },
  contextLevel: readSetting('contextLevel'),
  trimmer: {
    description: 'what to withhold first when the budget is exceeded',
    flag: '--trimmer',
    env: 'CHRONICLE_TRIMMER',
    git: 'trimmer',
    toml: 'read.trimmer',
    ...oneOf('newest_commits_first', 'lowest_value_first'),
    default: 'newest_commits_first',
  },
  scorer: {
    description: 'how a confidence is computed: fitted on histories, or a sum with fixed weights, the largest for age',
    flag: '--scorer',
    env: 'CHRONICLE_SCORER',
    git: 'scorer',
    toml: 'read.scorer',
    ...oneOf(...SCORER_NAMES),
    default: DEFAULT_SCORER,
  },
  recencyHalfLife: {
    description: 'days after which the age of a commit counts half, for the scorer `specified`',
    env: 'CHRONICLE_RECENCY_HALF_LIFE',
    git: 'recencyHalfLife',
    toml: 'read.recency_half_life',
    expects: 'a number of days above 0',
    parse: (text) => {
      const days = decimal(text)
      return days !== undefined && days > 0 ? days : undefined
    },
    default: 180,
  },
  depsScanLimit: {
    description: 'maximum number of annotations, newest first, to search for dependencies on a file',
    flag: '--scan-limit',
    env: 'CHRONICLE_DEPS_SCAN_LIMIT',
    git: 'depsScanLimit',
    toml: 'read.deps_scan_limit',
    ...wholeNumber(0),
    default: 500,
  },
  notesRefs: {
    description: 'notes refs to read, separated by spaces; the first is written',
    flag: '--notes-ref',
    env: 'CHRONICLE_NOTES_REF',
    git: 'notesRef',
    toml: 'read.notes_ref',
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
  writer: {
    description:
      'source of what the author did not write: evidence in the commit, or a model; auto: a model if one is set',
    flag: '--writer',
    env: 'CHRONICLE_WRITER',
    git: 'writer',
    ...oneOf('auto', 'heuristic', 'llm'),
    default: 'auto',
  },
  provider: {
    description: 'provider of the model; unset, nothing leaves the machine',
    env: 'CHRONICLE_PROVIDER',
    git: 'provider',
    ...oneOf('anthropic', 'openai', 'google', 'openrouter', 'openai-compatible', 'ollama'),
    default: undefined,
  },
  model: {
    description: 'name of the model at its provider',
    env: 'CHRONICLE_MODEL',
    git: 'model',
    expects: 'a name such as claude-sonnet-4-5',
    parse: parseModelName,
    default: undefined,
  },
  baseUrl: {
    description: 'base URL of the API, with its version, if not the default of the provider',
    env: 'CHRONICLE_BASE_URL',
    git: 'baseUrl',
    expects: 'a URL such as http://127.0.0.1:8080/v1',
    parse: parseUrl,
    default: undefined,
  },
  modelPrice: {
    description: 'dollars for a million tokens of input and output',
    env: 'CHRONICLE_MODEL_PRICE',
    git: 'modelPrice',
    expects: 'two numbers such as 3,15',
    parse: (text) => {
      const [input, output, ...more] = text.split(',').map((number) => decimal(number.trim()))
      return input === undefined || output === undefined || more.length > 0 ? undefined : { input, output }
    },
    default: undefined,
  },
  embeddingModel: {
    description: 'the model that `retrieve` compares the task with source files by; unset, none is asked',
    flag: '--embedding-model',
    env: 'CHRONICLE_EMBEDDING_MODEL',
    git: 'embeddingModel',
    expects: 'a name such as text-embedding-3-small',
    parse: parseModelName,
    default: undefined,
  },
  embeddingProvider: {
    description: 'provider of the embedding model, if not that of the other model',
    env: 'CHRONICLE_EMBEDDING_PROVIDER',
    git: 'embeddingProvider',
    ...oneOf('openai', 'google', 'openrouter', 'openai-compatible', 'ollama'),
    default: undefined,
  },
  embeddingBaseUrl: {
    description: 'base URL of its API, with its version, if not the default of the provider',
    env: 'CHRONICLE_EMBEDDING_BASE_URL',
    git: 'embeddingBaseUrl',
    expects: 'a URL such as http://127.0.0.1:8080/v1',
    parse: parseUrl,
    default: undefined,
  },
  embeddingPrice: {
    description: 'dollars for a million tokens that are embedded',
    env: 'CHRONICLE_EMBEDDING_PRICE',
    git: 'embeddingPrice',
    expects: 'a number of dollars',
    parse: decimal,
    default: undefined,
  },
  maxSpend: {
    description: 'dollars that one command may spend on a model; needs its price',
    flag: '--max-spend',
    env: 'CHRONICLE_MAX_SPEND',
    git: 'maxSpend',
    expects: 'a number of dollars',
    parse: decimal,
    default: undefined,
  },
  maxSpendTokens: {
    description: 'tokens, of input and output together, that one command may spend on a model',
    flag: '--max-spend-tokens',
    env: 'CHRONICLE_MAX_SPEND_TOKENS',
    git: 'maxSpendTokens',
    ...wholeNumber(1),
    default: undefined,
  },
  maxDiffLines: {
    description: 'commits with more changed lines are skipped; unset, 2000, and no limit with a model',
    env: 'CHRONICLE_MAX_DIFF_LINES',
    git: 'maxDiffLines',
    toml: 'write.max_diff_lines',
    ...wholeNumber(1),
    default: undefined,
  },
  maxAgentTurns: {
    description: 'maximum requests to a model for one commit, or one part of a large one',
    env: 'CHRONICLE_MAX_AGENT_TURNS',
    git: 'maxAgentTurns',
    toml: 'write.max_agent_turns',
    ...wholeNumber(1),
    default: 20,
  },
  maxTokensPerResponse: {
    description: 'maximum tokens of one answer of a model',
    env: 'CHRONICLE_MAX_TOKENS_PER_RESPONSE',
    git: 'maxTokensPerResponse',
    toml: 'write.max_tokens_per_response',
    ...wholeNumber(1),
    default: 4096,
  },
  recentAnnotationsLimit: {
    description: 'annotations of earlier commits that a model may see for each file',
    env: 'CHRONICLE_RECENT_ANNOTATIONS_LIMIT',
    git: 'recentAnnotationsLimit',
    toml: 'write.recent_annotations_limit',
    ...wholeNumber(0),
    default: 5,
  },
  chunkSize: {
    description: 'files of a large commit that a model is shown at a time',
    env: 'CHRONICLE_CHUNK_SIZE',
    git: 'chunkSize',
    toml: 'write.chunk_size',
    ...wholeNumber(1),
    default: 5,
  },
  contextHours: {
    description: 'hours after which the context for the next commit expires',
    env: 'CHRONICLE_CONTEXT_HOURS',
    git: 'contextHours',
    toml: 'write.context_hours',
    ...wholeNumber(1),
    default: 24,
  },
  redactAllow: {
    description: 'texts that look like secrets but are not, one per line; between slashes, a regex',
    env: 'CHRONICLE_REDACT_ALLOW',
    git: 'redactAllow',
    toml: 'write.redact_allow',
    expects: 'texts, or regular expressions between slashes',
    parse: parseAllowed,
    default: [],
  },
  transcripts: {
    description: 'after a commit, record what you stated to the agent that made it, from its transcript',
    env: 'CHRONICLE_TRANSCRIPTS',
    git: 'transcripts',
    ...oneOf('true', 'false'),
    parse: parseBoolean,
    default: false,
  },
  condense: {
    description: 'after a squash, let the model shorten the reasoning that the commits left',
    env: 'CHRONICLE_CONDENSE',
    git: 'condense',
    ...oneOf('true', 'false'),
    parse: parseBoolean,
    default: false,
  },
}

/** Returns the setting for an option of `read`. */
function readSetting<Name extends keyof ReadFilters>(name: Name): Setting<ResolvedFilters[Name]> {
  const option: ReadOption<unknown> = READ_OPTIONS[name]
  const { argument, default: usual, description, flag, keys, values } = option
  const { expects, parse } = valuesOf(values)
  return {
    ...{
      description,
      flag,
      env: `CHRONICLE_${argument.toUpperCase()}`,
      ...keys,
      expects,
      default: usual as ResolvedFilters[Name],
    },
    parse: (text) => parse(text) as ResolvedFilters[Name] | undefined,
  }
}

function valuesOf(values: ReadOptionValues): Pick<Setting<string | number>, 'expects' | 'parse'> {
  switch (values.kind) {
    case 'choice':
      return oneOf(...values.choices)
    case 'share':
      return { expects: 'a number from 0 to 1', parse: (text) => within(decimal(text), 0, 1) }
    case 'count':
      return wholeNumber(values.least)
  }
}

function parseSources(text: string): readonly AnnotationOrigin[] | undefined {
  const words = text.split(/[\s,]+/u).filter((word) => word !== '')
  const known = ANNOTATION_ORIGINS.filter((origin) => words.includes(origin))
  return known.length > 0 && words.every((word) => (known as readonly string[]).includes(word)) ? known : undefined
}

function parseModelName(text: string): string | undefined {
  return /^[\w./:@+-]+$/u.test(text) ? text : undefined
}

function parseUrl(text: string): string | undefined {
  return /^https?:\/\/[^\s/]+\S*$/u.test(text) ? text : undefined
}

/** Parses a boolean as in git's configuration. */
function parseBoolean(text: string): boolean | undefined {
  if (/^(?:true|yes|on|1)$/iu.test(text)) return true
  return /^(?:false|no|off|0|)$/iu.test(text) ? false : undefined
}

function parseAllowed(text: string): readonly string[] | undefined {
  const entries = text.split('\n').filter((entry) => entry !== '')
  const isWrong = (entry: string): boolean => {
    const [, source] = /^\/(.+)\/$/u.exec(entry) ?? []
    try {
      return source !== undefined && new RegExp(source, 'u').source === ''
    } catch {
      // It is not a valid regular expression; the caller reports what was expected.
      return true
    }
  }
  return entries.some(isWrong) ? undefined : entries
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

function parseNotesRefs(text: string): readonly NotesRef[] | undefined {
  const names = text.split(/\s+/u).filter((name) => name !== '')
  const refs = names.map(parseShortNotesRef)
  return refs.length > 0 && refs.every((ref) => ref !== undefined) ? [...new Set(refs)] : undefined
}

/** Parses the name of a notes ref. As in git, `chronicle` and `notes/chronicle` are short for `refs/notes/chronicle`. */
export function parseShortNotesRef(name: string): NotesRef | undefined {
  if (name.startsWith('refs/')) return parseNotesRef(name)
  return parseNotesRef(name.startsWith('notes/') ? `refs/${name}` : `refs/notes/${name}`)
}
