import { describe, expect, test } from 'vitest'
import { resolveGitBackend, resolveSettings, type SettingSources } from './resolve-settings.ts'
import { SETTINGS, type Setting, type Settings } from './settings.ts'

const nothing: SettingSources = { flags: {}, env: {}, gitConfig: new Map() }
const names = Object.keys(SETTINGS) as (keyof Settings)[]

/** By setting, two valid texts and their values. */
const samples: { readonly [Name in keyof Settings]: Readonly<Record<string, Settings[Name]>> } = {
  format: { json: 'json', pretty: 'pretty' },
  maxTokens: { '100': 100, '7': 7 },
  maxRegions: { '3': 3, '40': 40 },
  depth: { '0': 0, '2': 2 },
  minConfidence: { '0.5': 0.5, '1': 1 },
  sources: { notes: ['notes'], 'history, notes': ['notes', 'history'] },
  contextLevel: { enhanced: 'enhanced', inferred: 'inferred' },
  trimmer: { lowest_value_first: 'lowest_value_first', newest_commits_first: 'newest_commits_first' },
  scorer: { specified: 'specified', calibrated: 'calibrated' },
  recencyHalfLife: { '30': 30, '0.5': 0.5 },
  depsScanLimit: { '0': 0, '9': 9 },
  notesRefs: {
    'refs/notes/a refs/notes/b': ['refs/notes/a', 'refs/notes/b'] as unknown as Settings['notesRefs'],
    team: ['refs/notes/team'] as unknown as Settings['notesRefs'],
  },
  gitBackend: { isomorphic: 'isomorphic', cli: 'cli' },
  writer: { heuristic: 'heuristic', llm: 'llm' },
  provider: { anthropic: 'anthropic', ollama: 'ollama' },
  model: { 'claude-sonnet-4-5': 'claude-sonnet-4-5', 'meta/llama-3.3:free': 'meta/llama-3.3:free' },
  baseUrl: {
    'http://127.0.0.1:8080/v1': 'http://127.0.0.1:8080/v1',
    'https://models.internal': 'https://models.internal',
  },
  modelPrice: { '3, 15': { input: 3, output: 15 }, '0,0.5': { input: 0, output: 0.5 } },
  embeddingModel: {
    'text-embedding-3-small': 'text-embedding-3-small',
    'nomic-embed-text:v1.5': 'nomic-embed-text:v1.5',
  },
  embeddingProvider: { ollama: 'ollama', google: 'google' },
  embeddingBaseUrl: {
    'http://127.0.0.1:8080/v1': 'http://127.0.0.1:8080/v1',
    'https://models.internal': 'https://models.internal',
  },
  embeddingPrice: { '0.02': 0.02, '0': 0 },
  maxSpend: { '2.5': 2.5, '0': 0 },
  maxSpendTokens: { '1000': 1000, '5': 5 },
  maxDiffLines: { '10': 10, '500': 500 },
  maxAgentTurns: { '3': 3, '40': 40 },
  maxTokensPerResponse: { '100': 100, '8000': 8000 },
  recentAnnotationsLimit: { '0': 0, '9': 9 },
  chunkSize: { '1': 1, '9': 9 },
  contextHours: { '1': 1, '72': 72 },
  transcripts: { true: true, off: false },
  condense: { true: true, off: false },
  redactAllow: { 'not a secret\n/^test-/': ['not a secret', '/^test-/'], 'AKIA-example': ['AKIA-example'] },
}

/** Invalid values for settings that accept most texts. */
const impossible: { readonly [Name in keyof Settings]?: string } = { redactAllow: '/(/' }

function resolved(sources: Partial<SettingSources>): Settings {
  return resolveSettings({ ...nothing, ...sources })._unsafeUnwrap().settings
}

test('without any source every setting has its documented default', () => {
  expect(resolved({})).toEqual({
    format: 'markdown',
    maxTokens: undefined,
    maxRegions: 20,
    depth: 1,
    minConfidence: 0,
    sources: ['notes', 'history'],
    contextLevel: 'all',
    trimmer: 'newest_commits_first',
    scorer: 'calibrated',
    recencyHalfLife: 180,
    depsScanLimit: 500,
    notesRefs: ['refs/notes/chronicle'],
    gitBackend: 'cli',
    writer: 'auto',
    provider: undefined,
    model: undefined,
    baseUrl: undefined,
    modelPrice: undefined,
    embeddingModel: undefined,
    embeddingProvider: undefined,
    embeddingBaseUrl: undefined,
    embeddingPrice: undefined,
    maxSpend: undefined,
    maxSpendTokens: undefined,
    maxDiffLines: undefined,
    maxAgentTurns: 20,
    maxTokensPerResponse: 4096,
    recentAnnotationsLimit: 5,
    chunkSize: 5,
    contextHours: 24,
    redactAllow: [],
    transcripts: false,
    condense: false,
  })
})

test('who wrote a repository does not decide where its code is sent', () => {
  const ofModels = ['writer', 'provider', 'model', 'baseUrl', 'maxSpend'] as const
  const ofEmbeddings = ['embeddingModel', 'embeddingProvider', 'embeddingBaseUrl', 'embeddingPrice'] as const
  for (const name of [...ofModels, ...ofEmbeddings]) {
    expect(SETTINGS[name].toml).toBeUndefined()
  }
})

describe.each(names)('%s', (name) => {
  const setting: Setting<unknown> = SETTINGS[name]
  const [[text, value] = [''], [otherText, otherValue] = ['']] = Object.entries<unknown>(samples[name])
  const toml = (written: string): NonNullable<SettingSources['file']> => {
    const [table = '', key = ''] = setting.toml?.split('.') ?? []
    return { chronicle: { [table]: { [key]: written } } }
  }
  const gitConfig = (written: string): ReadonlyMap<string, string> =>
    new Map([[setting.git?.toLowerCase() ?? '', written]])

  test('is overridden from the shared file up to the option', () => {
    if (setting.toml !== undefined) {
      expect(resolved({ file: toml(text) })[name]).toEqual(value)
    }
    if (setting.git !== undefined) {
      expect(resolved({ file: toml(otherText), gitConfig: gitConfig(text) })[name]).toEqual(value)
    }
    expect(resolved({ gitConfig: gitConfig(otherText), env: { [setting.env]: text } })[name]).toEqual(value)
    expect(resolved({ env: { [setting.env]: text }, flags: { [name]: otherValue } })[name]).toEqual(otherValue)
  })

  test('a bad value is an error that names its source, unless it is overridden', () => {
    const nonsense = impossible[name] ?? '~nonsense~'
    const bad = { env: { [setting.env]: nonsense } }
    const error = resolveSettings({ ...nothing, ...bad })._unsafeUnwrapErr()
    expect(error.code).toBe('invalid_configuration')
    expect(error.message).toBe(`the environment variable ${setting.env} is '${nonsense}'; expected ${setting.expects}.`)
    expect(resolved({ ...bad, flags: { [name]: value } })[name]).toEqual(value)
  })
})

describe('errors', () => {
  test.each<[string, Partial<SettingSources>, string]>([
    [
      'git configuration',
      { gitConfig: new Map([['defaultmaxregions', 'many']]) },
      "chronicle.defaultMaxRegions in git's configuration is 'many'; expected a whole number from 1.",
    ],
    [
      'the shared file',
      { file: { chronicle: { read: { min_confidence: 2 } } } },
      "chronicle.read.min_confidence in .chronicle-config.toml is '2'; expected a number from 0 to 1.",
    ],
    [
      'a type that makes no sense',
      { file: { chronicle: { read: { format: true } } } },
      "chronicle.read.format in .chronicle-config.toml is 'true'; expected markdown, json, pretty.",
    ],
  ])('%s', (_, sources, message) => {
    expect(resolveSettings({ ...nothing, ...sources })._unsafeUnwrapErr().message).toBe(message)
  })

  test('an empty environment variable counts as absent', () => {
    expect(resolved({ env: { CHRONICLE_FORMAT: '', CHRONICLE_MAX_TOKENS: '' } })).toEqual(resolved({}))
  })
})

describe('warnings', () => {
  const warnings = (sources: Partial<SettingSources>): readonly string[] =>
    resolveSettings({ ...nothing, ...sources })._unsafeUnwrap().warnings

  test('unknown keys, with what was probably meant', () => {
    expect(
      warnings({
        gitConfig: new Map([
          ['recencyhalflive', '3'],
          ['zebra', '1'],
        ]),
      }),
    ).toEqual([
      "chronicle.recencyhalflive in git's configuration is not a setting and has no effect. Did you mean chronicle.recencyHalfLife?",
      "chronicle.zebra in git's configuration is not a setting and has no effect.",
    ])
    const file = { chronicle: { format: 'json', read: { max_token: 5 } }, other: 1 }
    expect(warnings({ file })).toEqual([
      'other in .chronicle-config.toml is not a setting and has no effect.',
      'chronicle.format in .chronicle-config.toml is not a setting and has no effect. Did you mean chronicle.read.format?',
      'chronicle.read.max_token in .chronicle-config.toml is not a setting and has no effect. Did you mean chronicle.read.max_tokens?',
    ])
  })

  test('none for subsections and tables of other commands', () => {
    expect(
      warnings({ gitConfig: new Map([['writer.model', 'x']]), file: { chronicle: { writer: { model: 'x' } } } }),
    ).toEqual([])
  })
})

describe('values', () => {
  test.each([
    ['chronicle', ['refs/notes/chronicle']],
    ['notes/team', ['refs/notes/team']],
    ['refs/notes/a  refs/notes/a b', ['refs/notes/a', 'refs/notes/b']],
    ['refs/heads/main', undefined],
    ['../x', undefined],
    ['a..b', undefined],
    ['a.lock', undefined],
    ['a~1', undefined],
    ['', undefined],
    ['-n', ['refs/notes/-n']],
  ])('the notes ref %j is %j', (text, refs) => {
    expect(SETTINGS.notesRefs.parse(text)).toEqual(refs)
  })

  test('several notes refs may be a list in the shared file', () => {
    const file = { chronicle: { read: { notes_ref: ['chronicle', 'ultragit'] } } }
    expect(resolved({ file }).notesRefs).toEqual(['refs/notes/chronicle', 'refs/notes/ultragit'])
  })

  test.each(['1e3', '-1', '1.5', ' ', '0x10', '99999999999999999999'])('%j is no number of regions', (text) => {
    expect(SETTINGS.maxRegions.parse(text)).toBeUndefined()
  })
})

test('the git backend is known before any configuration is read', () => {
  expect(resolveGitBackend(undefined, {})._unsafeUnwrap()).toBe('cli')
  expect(
    resolveGitBackend(undefined, { CHRONICLE_GIT_BACKEND: 'isomorphic', CHRONICLE_FORMAT: 'bad' })._unsafeUnwrap(),
  ).toBe('isomorphic')
  expect(resolveGitBackend('cli', { CHRONICLE_GIT_BACKEND: 'bad' })._unsafeUnwrap()).toBe('cli')
  expect(resolveGitBackend(undefined, { CHRONICLE_GIT_BACKEND: 'bad' })._unsafeUnwrapErr().message).toMatch(
    /expected cli, isomorphic/,
  )
})
