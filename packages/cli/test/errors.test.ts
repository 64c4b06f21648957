import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatErrorJson } from '@chronicle/core'
import { createFixtureRepository } from '@chronicle/testing'
import { errAsync } from '@chronicle/schema'
import { jsonSchemas } from '@chronicle/schema/json'
import { readErrorOutputSchema } from '@chronicle/schema/validate'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { failureDocument } from '../src/host/report-failure.ts'
import { openChronicle } from '@chronicle/node'
import { chronicle, failedAnswer, failureOf, readJson } from './run-chronicle.ts'
import { useStation } from './station.ts'

const station = await useStation()

describe('failed queries: exit code 1', () => {
  test.each([
    ['src/missing.rs', 'file_not_found', 'File not found: src/missing.rs. Does it exist at HEAD?'],
    [
      'src/client.rs --anchor reticulate',
      'anchor_not_found',
      'Anchor not found: reticulate in src/client.rs. Available anchors: ',
    ],
    ['src/client.rs --lines 10:2000', 'lines_out_of_bounds', 'Line range 10:2000 exceeds file length (22 lines)'],
    ['src/client.rs --rev nowhere', 'revision_not_found', 'Unknown revision: "nowhere".'],
    [
      'src/client.rs --since yesterday-ish',
      'revision_not_found',
      'Neither an ISO 8601 date nor a revision: "yesterday-ish".',
    ],
    ['src', 'not_a_file', 'src is a folder. Name files in it, for example src/client.rs'],
  ])('read %s', async (words, code, message) => {
    for (const format of ['markdown', 'json', 'pretty']) {
      const run = await chronicle(station.dir, ['read', ...words.split(' '), '--format', format])
      expect(run.code).toBe(1)
      const error = failureOf(run)
      expect(error.code).toBe(code)
      expect(error.message.startsWith(message)).toBe(true)
      expect(run.stderr).toBe(`error: ${error.message}\n`)
      expect(readErrorOutputSchema.safeParse(JSON.parse(run.stdout)).error).toBeUndefined()
    }
  })

  test('a revision behind the edge of a shallow clone', async () => {
    await using clone = await createFixtureRepository()
    await clone.git('fetch', '--quiet', '--depth=1', `file://${station.dir}`, 'HEAD:shallow')
    const error = failureOf(await chronicle(clone.dir, ['read', 'src/client.rs', '--rev', 'shallow~1']))
    expect(error.code).toBe('revision_not_found')
    expect(error.message).toBe(
      'Unknown revision: "shallow~1". Give a branch, a tag or a commit id. ' +
        "This clone is shallow, so older commits are not here: 'git fetch --unshallow' gets them.",
    )
  })

  test('a check of a commit whose parent is behind that edge, and of one that has none', async () => {
    await using clone = await createFixtureRepository()
    await clone.commitFiles('Root', { 'a.txt': 'a\n' })
    await clone.git('fetch', '--quiet', '--depth=1', `file://${station.dir}`, 'HEAD:shallow')
    const run = await chronicle(clone.dir, ['check', 'shallow', '--fail-on', 'low'])
    expect(failedAnswer(run)).toEqual({ schema: 'chronicle-check/v1', code: 'revision_not_found', exit: 1 })
    expect(run.stderr).toBe(
      'error: The parent of "shallow" is not here, so its changes are not known. ' +
        "This clone is shallow, so older commits are not here: 'git fetch --unshallow' gets them.\n",
    )
    expect((await chronicle(clone.dir, ['check', 'HEAD', '--fail-on', 'low'])).code).toBe(0)
  })

  test('no such anchor among many: the nearest, and how many others', async () => {
    await using repository = await createFixtureRepository()
    const names = Array.from({ length: 40 }, (_, n) => `name_${n}`)
    await repository.commitFiles('Add', { 'a.ts': names.map((name) => `export function ${name}() {}\n`).join('') })
    const error = failureOf(await chronicle(repository.dir, ['read', 'a.ts', '--anchor', 'reticulate']))
    expect(error.data).toEqual({
      anchor: 'reticulate',
      paths: ['a.ts'],
      available: expect.any(Array) as unknown,
      more: 30,
    })
    expect(error.data?.['available']).toHaveLength(10)
    expect(error.message).toContain(' and 30 more.')
  })

  test('a line break and a bidi control in a path are shown, everywhere alike', async () => {
    const run = await chronicle(station.dir, ['read', 'src/a\nb\u202E.rs'])
    const message = 'File not found: src/a\\nb\\u202e.rs. Does it exist at HEAD?'
    expect(failureOf(run).message).toContain(message)
    expect(run.stderr).toContain(message)
    expect(failureOf(run).data).toMatchObject({ path: 'src/a\nb\u202E.rs' })
    const outside = await chronicle(station.dir, ['read', '../a\nb\u202E.rs'])
    expect(outside.stderr).toContain("'../a\\nb\\u202e.rs' is outside the repository")
  })

  test('a file of one line', async () => {
    await using repository = await createFixtureRepository()
    await repository.commitFiles('Add', { 'a.ts': 'one()\n' })
    const run = await chronicle(repository.dir, ['read', 'a.ts', '--lines', '1:2'])
    expect(failureOf(run).message).toBe('Line range 1:2 exceeds file length (1 line)')
  })

  test.each([
    ['acknowledgement-receipt', ['check', 'HEAD~1..HEAD', '--ack', 'abcdef0123', '--reason', 'Fine']],
    ['index-receipt', ['index', '--rev', 'nowhere']],
  ] as const)('%s: as its published schema says', async (name, words) => {
    const run = await chronicle(station.dir, [...words, '--json'])
    expect(failedAnswer(run).code).toMatch(/_not_found$/u)
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(jsonSchemas[name])
    expect([validate(JSON.parse(run.stdout)), validate.errors]).toEqual([true, null])
  })

  test('no repository', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'chronicle-none-'))
    const run = await chronicle(dir, ['read', 'a.txt'])
    expect(run.code).toBe(1)
    expect(failureOf(run).code).toBe('not_a_repository')
    await rm(dir, { recursive: true })
  })

  test('no commit yet', async () => {
    await using empty = await createFixtureRepository()
    await empty.write({ 'a.txt': 'a\n' })
    const run = await chronicle(empty.dir, ['read', 'a.txt'])
    expect(failureOf(run)).toMatchObject({
      code: 'revision_not_found',
      message: expect.stringMatching(/HEAD names a branch that has no commit/u) as string,
    })
  })

  test('a branch that is spelled otherwise, and one that is no state', async () => {
    const misspelt = failureOf(await chronicle(station.dir, ['read', 'src/client.rs', '--rev', 'mian~1']))
    expect(misspelt).toMatchObject({ code: 'revision_not_found', data: { revision: 'mian~1', nearest: ['main~1'] } })
    expect(misspelt.message).toContain('Did you mean "main~1"?')
    const state = failureOf(await chronicle(station.dir, ['read', 'src/client.rs', '--at', 'main']))
    expect(state.message).toContain('For a branch, a tag or a commit: --rev main.')
  })

  test('no git', async () => {
    const run = await chronicle(station.dir, ['read', 'src/client.rs'], { env: { PATH: '/nonexistent' } })
    expect(run.code).toBe(1)
    expect(failureOf(run).code).toBe('git_not_found')
  })

  test('git cannot list the revisions of a file', async () => {
    const run = await chronicle(station.dir, ['read', 'src/client.rs'], {
      open: (options) => {
        const opened = openChronicle({ ...options, cacheDir: false })
        const broken = {
          ...opened.git,
          fileRevisions: () => errAsync({ code: 'git_failed' as const, message: 'git log: bad tree' }),
        }
        return openChronicle({ ...options, git: broken, cacheDir: false })
      },
    })
    expect(run.code).toBe(1)
    expect(failureOf(run)).toMatchObject({ code: 'git_failed', message: 'git log: bad tree' })
  })
})

describe('what is not a failure: exit code 0 and a diagnostic', () => {
  test('a malformed note', async () => {
    await using broken = await createFixtureRepository()
    const commit = await broken.commitFiles('Add', { 'a.txt': 'one\ntwo\n' })
    await broken.note(commit, '{"$schema": "chronicle/v1", ')
    const output = await readJson(broken.dir, ['a.txt'])
    expect(output.regions).toEqual([])
    expect(output.diagnostics).toMatchObject([{ code: 'malformed_note', commit }])
    expect(output.diagnostics[0]?.message.startsWith(`Skipping malformed annotation on commit ${commit}`)).toBe(true)
  })

  test('a file without annotations', async () => {
    await using bare = await createFixtureRepository()
    await bare.commitFiles('Add', { 'a.txt': 'one\n' })
    const output = await readJson(bare.dir, ['a.txt'])
    expect(output.stats).toMatchObject({ annotations_found: 0, commits_examined: 0 })
    expect(output.diagnostics.map(({ code }) => code)).toEqual(['no_notes'])
  })

  test('an anchor in a language without a grammar', async () => {
    const output = await readJson(station.dir, ['docs/runbook.txt', '--anchor', 'night'])
    expect(output.diagnostics).toMatchObject([
      {
        code: 'no_grammar',
        message: 'No tree-sitter grammar for txt. Anchor resolution unavailable. This is about the whole file.',
      },
    ])
  })
})

describe('wrong usage: exit code 2', () => {
  test.each(
    Object.entries({
      read: "Missing required argument 'path'. See: git chronicle read -h",
      'read --fromat json a': "Unknown option '--fromat'. Did you mean --format? See: git chronicle read -h",
      // Two commands have different names for the same option.
      'retrieve Fix --max-tokens 900':
        "Unknown option '--max-tokens'. Did you mean --budget? See: git chronicle retrieve -h",
      'read a --budget 900': "Unknown option '--budget'. Did you mean --max-tokens? See: git chronicle read -h",
      'retract src/client.rs connect --reason Wrong':
        "Too many arguments for 'retract'. Expected 1 argument but got 2. It takes <sha> (the commit that the annotation is on, as read shows it). See: git chronicle retract -h",
      'flag src/client.rs connect 3 --reason Wrong':
        "Too many arguments for 'flag'. Expected 2 arguments but got 3. It takes <place> [anchor]. See: git chronicle flag -h",
      'index a': "Too many arguments for 'index'. Expected 0 arguments but got 1. See: git chronicle index -h",
      'red a': "Unknown command 'red'. Did you mean read? See: git chronicle -h",
      'read a --anchor': "Option '--anchor <name>' argument missing. See: git chronicle read -h",
      'read a --format xml':
        "Option '--format <format>' argument 'xml' is invalid. Allowed choices are markdown, json, pretty. See: git chronicle read -h",
      'read a --depth -1':
        "Option '--depth <n>' argument '-1' is invalid. Expected a whole number from 0. See: git chronicle read -h",
      'read a --min-confidence 1.5':
        "Option '--min-confidence <0..1>' argument '1.5' is invalid. Expected a number from 0 to 1. See: git chronicle read -h",
      'read a --notes-ref a..b':
        "Option '--notes-ref <ref>' argument 'a..b' is invalid. Expected a ref name such as refs/notes/chronicle. See: git chronicle read -h",
      'read a --anchor x --lines 1:2':
        "Option '--lines <start:end>' cannot be used with option '--anchor <name>'. See: git chronicle read -h",
      'read a --at HEAD --rev x':
        "Option '--at <state>' cannot be used with option '--rev <revision>'. See: git chronicle read -h",
      'read a --tags ,':
        "Option '--tags <tag,...>' argument ',' is invalid. Expected tags separated by commas. See: git chronicle read -h",
      'read src/client.rs --lines 9:3':
        'Not a line range: "9:3". Write START:END with 1 <= START <= END, such as 10:20.',
      'read src/client.rs src/pool.ts --lines 1:2': 'Lines need exactly one path.',
      'raed -h': "Unknown command 'raed'. Did you mean read? See: git chronicle -h",
      '--no-pager raed x --help': "Unknown command 'raed'. Did you mean read? See: git chronicle -h",
      'nothing-like-it -h': "Unknown command 'nothing-like-it'. See: git chronicle -h",
      'mcp instal -h': "Unknown command 'instal'. Did you mean install? See: git chronicle mcp -h",
      'help anotate': "Unknown command 'anotate'. Did you mean annotate? See: git chronicle -h",
      'read -C nowhere a': "Cannot work in 'nowhere'. There is no such folder.",
      '-C /nowhere read a': "Cannot work in '/nowhere'. There is no such folder.",
      'read -C src/client.rs a': "'src/client.rs' is not a folder.",
      'export -o nowhere/notes.jsonl': 'Cannot write nowhere/notes.jsonl: There is no such folder to write it in.',
      'export -o src': 'Cannot write src: It is a folder.',
      'annotate --live --file nowhere.json': 'Cannot read nowhere.json: There is no such file.',
      'completion tcsh':
        "Command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish, powershell. See: git chronicle completion -h",
      'schema live': `There is no schema 'live'. There are: ${Object.keys(jsonSchemas).sort().join(', ')}. Did you mean live-annotation?`,
    }),
  )('%s', async (line, message) => {
    const run = await chronicle(station.dir, line.split(' '))
    expect(failureOf(run).message).toBe(message)
    expect(run.stderr).toBe(`error: ${message}\n`)
    expect(run.code).toBe(2)
  })
})

test.each([
  ['read --fromat x', 'chronicle-read/v1'],
  ['lookup --fromat x', 'chronicle-lookup/v1'],
  ['check --fromat x', 'chronicle-check/v1'],
  ['retrieve --fromat x', 'chronicle-context/v1'],
  ['record --fromat x', 'chronicle-read/v1'],
  ['red', 'chronicle-read/v1'],
])('wrong usage has the schema of the answer there would have been: %s', async (line, schema) => {
  expect(failedAnswer(await chronicle(station.dir, line.split(' ')))).toEqual({ schema, code: 'usage', exit: 2 })
})

test.each([
  ['skill', 'install'],
  ['mcp', 'start|install'],
])('%s alone shows its help, and says which commands it has', async (name, below) => {
  const run = await chronicle(station.dir, [name])
  expect([run.code, failureOf(run).message]).toEqual([
    2,
    `Say what to do: git chronicle ${name} ${below}. See: git chronicle ${name} -h`,
  ])
  expect(run.stderr).toContain(`Usage: git chronicle ${name}`)
})

describe('the environment', () => {
  test('an abort ends with 130', async () => {
    const run = await chronicle(station.dir, ['read', 'src/client.rs'], { signal: AbortSignal.abort() })
    expect(run.code).toBe(130)
    expect(failureOf(run).code).toBe('aborted')
  })

  test('a defect is reported as one', async () => {
    const createPipeline = (): never => {
      throw new TypeError('x is not a function')
    }
    const open: typeof openChronicle = (options) => ({ ...openChronicle(options), createPipeline })
    const run = await chronicle(station.dir, ['read', 'src/client.rs'], { open })
    expect(run.code).toBe(1)
    expect(failureOf(run)).toMatchObject({
      code: 'internal_error',
      message: 'A defect in Chronicle: x is not a function. Please report it.',
    })
    expect(run.stderr).not.toContain('errors.test.ts')
    const debug = await chronicle(station.dir, ['read', 'src/client.rs'], { open, env: { CHRONICLE_DEBUG: '1' } })
    expect(debug.stderr).toContain('errors.test.ts')
  })

  test('a cache that cannot be written does not matter', async () => {
    await using repository = await createFixtureRepository()
    await repository.commitFiles('Add', { 'a.ts': 'export function a() {}\n' })
    await mkdir(join(repository.dir, '.git'), { recursive: true })
    await writeFile(join(repository.dir, '.git/chronicle'), 'in the way')
    expect((await readJson(repository.dir, ['a.ts', 'a'])).resolved).toMatchObject([{ anchor: 'a' }])
  })
})

test.each([
  {
    code: 'file_not_found',
    message: 'File not found: "a\nb\u202E\u0085".',
    data: { path: 'a\nb\u202E', nearest: ['x'] },
  },
  { code: 'usage', message: 'plain' },
])('a failure is the document that core makes of it, %#', (error) => {
  expect(JSON.parse(failureDocument(error))).toEqual(JSON.parse(formatErrorJson(error)))
  expect(failureDocument(error)).toMatch(/^[\x20-\x7E]+\n$/u)
})

describe('on a terminal a failure is said once', () => {
  test.each<[string, readonly string[]]>([
    ['a failed query', ['read', 'src/missing.rs']],
    ['wrong usage', ['read', '--fromat', 'x']],
    ['an unknown command', ['red']],
  ])('%s', async (_, args) => {
    const run = await chronicle(station.dir, args, { terminal: true })
    expect(run.stdout).toBe('')
    expect(run.stderr.match(/error:/gu)).toHaveLength(1)
    for (const json of [['--format', 'json'], ['--format=json']]) {
      expect(
        failureOf(await chronicle(station.dir, [...args, ...json], { terminal: true, env: { NO_COLOR: '1' } })),
      ).toBeDefined()
    }
    const env = { CHRONICLE_FORMAT: 'json', NO_COLOR: '1' }
    expect(failureOf(await chronicle(station.dir, args, { terminal: true, env }))).toBeDefined()
  })
})

test.each([
  ['-h'],
  ['help'],
  ['read', 'src/client.rs', '-h'],
  ['import', 'notes.jsonl', '-h'],
  ['help', 'mcp'],
  ['context', 'help'],
])('help for %s %s', async (...args) => {
  const run = await chronicle(station.dir, args)
  expect(run).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Usage: git chronicle') as string,
    stderr: '',
  })
})

test('help of a command in a command', async () => {
  const run = await chronicle(station.dir, ['help', 'mcp', 'install'])
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: git chronicle mcp install') as string })
  expect(failureOf(await chronicle(station.dir, ['help', 'mcp', 'instal'])).message).toBe(
    "Unknown command 'instal'. Did you mean install? See: git chronicle mcp -h",
  )
})

test('examples keep the variables of the shell', async () => {
  const { stdout } = await chronicle(station.dir, ['scrub', '-h'])
  expect(stdout).toContain('echo "$TOKEN" | git chronicle scrub --text - --dry-run')
  expect((await chronicle(station.dir, ['completion', '-h'])).stdout).toContain(
    'source <(git chronicle completion bash)',
  )
})

test('help and version are no failures', async () => {
  for (const args of [['--help'], ['help'], ['read', '--help'], ['help', 'read'], ['annotate', '-h'], []]) {
    const run = await chronicle(station.dir, args)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Usage: git chronicle/u)
  }
  expect((await chronicle(station.dir, ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/u)
})
