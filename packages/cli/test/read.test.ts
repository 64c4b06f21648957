import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readOutputSchema } from '@chronicle/schema/validate'
import { createFixtureRepository } from '@chronicle/testing'
import { describe, expect, test } from 'vitest'
import { annotate, chronicle, failureOf, readJson } from './run-chronicle.ts'
import { createStation, useStation } from './station.ts'

const station = await useStation()

const intents = async (...args: readonly string[]): Promise<readonly string[]> =>
  (await readJson(station.dir, args)).regions.map((region) => region.intent)

const CONNECT = 'Survive a restart of the broker'
const CLOSE = 'Lets go of the socket'
const TYPE = 'One client per process'

describe('what is read', () => {
  test('a file', async () => {
    expect(new Set(await intents('src/client.rs'))).toEqual(new Set([CONNECT, CLOSE, TYPE]))
  })

  test.each([
    ['MqttClient::connect', 'exact'],
    ['MqttClient.connect', 'exact'],
    ['connect', 'exact'],
    ['conect', 'exact'],
  ])('an anchor, %s', async (anchor, match) => {
    const output = await readJson(station.dir, ['src/client.rs', anchor])
    expect(output.regions.map(({ intent, confidence_factors: f }) => [intent, f.anchor_match])).toContainEqual([
      CONNECT,
      match,
    ])
    expect(output.resolved).toMatchObject([{ anchor: 'MqttClient::connect' }])
    expect(output.diagnostics.map(({ code }) => code)).toEqual(anchor === 'conect' ? ['fuzzy_anchor'] : [])
    expect(await intents('--anchor', anchor, 'src/client.rs')).toEqual(output.regions.map(({ intent }) => intent))
  })

  test('an anchor in some of the files', async () => {
    const output = await readJson(station.dir, ['src/pool.ts', 'acquire'])
    expect(output.resolved?.map(({ anchor }) => anchor)).toEqual(['acquire'])
    const both = await readJson(station.dir, ['src/client.rs', 'src/pool.ts', '--anchor', 'acquire'])
    expect(both.diagnostics.map(({ code }) => code)).toContain('anchor_not_in_file')
  })

  test('lines', async () => {
    const output = await readJson(station.dir, ['src/client.rs', '--lines', '10:12'])
    expect(output.query).toMatchObject({ file: 'src/client.rs', lines: [10, 12] })
    expect(output.regions.map(({ intent }) => intent)).toContain(CONNECT)
    expect((await readJson(station.dir, ['src/client.rs', '--lines', '1'])).query.lines).toEqual([1, 1])
  })

  test('several files, grouped, with what couples them', async () => {
    const output = await readJson(station.dir, ['src/pool.ts', 'src/client.rs'])
    expect(output.query.file).toEqual(['src/pool.ts', 'src/client.rs'])
    expect([...new Set(output.regions.map(({ file }) => file))]).toEqual(['src/pool.ts', 'src/client.rs'])
    expect(output.cross_cutting).toMatchObject([{ description: 'Timeouts' }])
    expect(output.dependencies_on_this).toMatchObject([
      { from_file: 'src/pool.ts', nature: 'expects it to fail within 5 s' },
    ])
  })

  test.each([
    [['--at', 'HEAD'], 'HEAD'],
    [['--at', 'INDEX'], 'INDEX'],
    [['--at', 'WORKTREE'], 'WORKTREE'],
    [[], 'WORKTREE'],
    [['--rev', 'HEAD~1'], 'HEAD~1'],
  ])('the state %j', async (args, at) => {
    const output = await readJson(station.dir, ['src/client.rs', 'connect', ...args])
    expect(output.query.at).toBe(at)
    expect(output.regions.map(({ intent }) => intent)).toContain(CONNECT)
  })

  test('a file as it was at a revision, whether or not it is there now', async () => {
    const output = await readJson(station.dir, ['src/client.rs', 'close', '--rev', station.first])
    expect(output.query.commit).toBe(station.first)
    expect(output.regions.map(({ intent }) => intent)).toContain(CLOSE)
    expect(failureOf(await chronicle(station.dir, ['read', 'src/pool.ts', '--rev', station.first])).code).toBe(
      'file_not_found',
    )
  })

  test('a dirty working tree: lines are those that the caller sees', async () => {
    const path = join(station.dir, 'src/client.rs')
    const before = await station.repository.git('show', 'HEAD:src/client.rs')
    await writeFile(path, `// one more\n// and another\n${before}\n`)
    try {
      const output = await readJson(station.dir, ['src/client.rs', 'connect'])
      const region = output.regions.find(({ intent }) => intent === CONNECT)
      expect(region?.current_lines?.start).toBe((region?.lines?.start ?? 0) + 2)
      const head = await readJson(station.dir, ['src/client.rs', 'connect', '--at', 'HEAD'])
      expect(head.regions.find(({ intent }) => intent === CONNECT)?.current_lines).toEqual(region?.lines)
    } finally {
      await writeFile(path, `${before}\n`)
    }
  })

  test.each([
    ['cli', 'WORKTREE'],
    ['cli', 'INDEX'],
    ['isomorphic', 'WORKTREE'],
    ['isomorphic', 'INDEX'],
  ])('a rename that is staged and not committed, with %s in the %s', async (gitBackend, at) => {
    await using renamed = await createStation().then((made) => made.repository)
    const options = ['--git-backend', gitBackend, '--at', at]
    const before = await readJson(renamed.dir, ['src/client.rs', 'connect', ...options])
    const text = await readFile(join(renamed.dir, 'src/client.rs'), 'utf8')
    await renamed.git('mv', 'src/client.rs', 'src/broker.rs')
    await renamed.write({ 'src/broker.rs': `// one more\n// and another\n${text}` })
    if (at === 'INDEX') await renamed.git('add', 'src/broker.rs')
    const output = await readJson(renamed.dir, ['src/broker.rs', 'connect', ...options])
    expect(output.regions.map(({ intent, file, recorded_file }) => [intent, file, recorded_file])).toEqual(
      before.regions.map(({ intent }) => [intent, 'src/broker.rs', 'src/client.rs']),
    )
    const region = output.regions.find(({ intent }) => intent === CONNECT)
    expect(region?.freshness).toBe('moved')
    expect(region?.current_lines?.start).toBe((region?.lines?.start ?? 0) + 2)
    expect(output.dependencies_on_this).toEqual(before.dependencies_on_this)
    expect(output.cross_cutting).toEqual(before.cross_cutting)
    expect(output.diagnostics).toMatchObject([{ code: 'renamed_since_commit', path: 'src/broker.rs' }])
    expect(output.diagnostics[0]?.message).toContain('src/client.rs')
    expect((await readJson(renamed.dir, ['src/broker.rs', '--lines', '1:2', ...options])).resolved).toMatchObject([
      { file: 'src/broker.rs', uncommitted_lines: [{ start: 1, end: 2 }] },
    ])
    const head = await chronicle(renamed.dir, ['read', 'src/broker.rs', '--at', 'HEAD', '--git-backend', gitBackend])
    expect(failureOf(head).code).toBe('file_not_found')
  })

  test.each(['cli', 'isomorphic'])('a file that was moved and not added, with %s', async (gitBackend) => {
    await using moved = await createStation().then((made) => made.repository)
    const options = ['--git-backend', gitBackend]
    const before = await readJson(moved.dir, ['src/client.rs', 'connect', ...options])
    const text = await readFile(join(moved.dir, 'src/client.rs'), 'utf8')
    await moved.remove('src/client.rs')
    await moved.write({ 'src/broker.rs': text, 'src/unlike.rs': 'fn connect() {}\n' })
    const output = await readJson(moved.dir, ['src/broker.rs', 'connect', ...options])
    expect(output.regions.map(({ intent, file, recorded_file }) => [intent, file, recorded_file])).toEqual(
      before.regions.map(({ intent }) => [intent, 'src/broker.rs', 'src/client.rs']),
    )
    expect(output.dependencies_on_this).toEqual(before.dependencies_on_this)
    expect(output.diagnostics).toMatchObject([{ code: 'renamed_since_commit', path: 'src/broker.rs' }])
    expect(output.diagnostics[0]?.message).toContain('it has the content of src/client.rs')
    await moved.write({ 'src/broker.rs': `// one more\n${text}` })
    const edited = await readJson(moved.dir, ['src/broker.rs', 'connect', ...options])
    expect(edited.regions.map(({ intent }) => intent)).toEqual(before.regions.map(({ intent }) => intent))
    expect(edited.diagnostics[0]?.message).toContain('most of the content of src/client.rs')
    const unlike = await chronicle(moved.dir, ['read', 'src/unlike.rs', 'connect', ...options])
    expect(failureOf(unlike).code).toBe('file_not_found')
  })

  test('a file that is new has no former name', async () => {
    await using fresh = await createStation().then((made) => made.repository)
    await fresh.write({ 'src/new.rs': 'fn nothing_like_it() {}\n' })
    await fresh.git('add', 'src/new.rs')
    const failure = failureOf(await chronicle(fresh.dir, ['read', 'src/new.rs']))
    expect(failure.code).toBe('file_not_found')
    expect(failure.message).toContain('not committed yet')
  })
})

describe('filters', () => {
  test('--since a commit, a date', async () => {
    expect(await intents('src/client.rs', '--since', '2100-01-01')).toEqual([])
    expect((await intents('src/client.rs', '--since', '2001-01-01')).length).toBe(3)
    expect((await intents('src/client.rs', '--since', station.retry)).length).toBeGreaterThan(0)
  })

  test('--tags, repeated or with commas', async () => {
    expect(await intents('src/client.rs', '--tags', 'reliability')).toEqual([CONNECT])
    expect(new Set(await intents('src/client.rs', '--tags', 'reliability, lifecycle'))).toEqual(
      new Set([CONNECT, CLOSE]),
    )
    expect(new Set(await intents('src/client.rs', '--tags', 'design', '--tags', 'lifecycle'))).toEqual(
      new Set([TYPE, CLOSE]),
    )
    expect(await intents('src/client.rs', '--tags', 'none')).toEqual([])
  })

  test('--context-level', async () => {
    expect(await intents('docs/runbook.txt')).toEqual(['What to do at night'])
    expect(await intents('docs/runbook.txt', '--context-level', 'inferred')).toEqual(['What to do at night'])
    expect(await intents('docs/runbook.txt', '--context-level', 'enhanced')).toEqual([])
    expect((await intents('src/client.rs', '--context-level', 'all')).length).toBe(3)
  })

  test('--min-confidence', async () => {
    expect((await intents('src/client.rs', '--min-confidence', '0.1')).length).toBe(3)
    const output = await readJson(station.dir, ['src/client.rs', '--min-confidence', '1'])
    expect(output.regions.every(({ confidence }) => confidence === 1)).toBe(true)
    expect(output.query.min_confidence).toBe(1)
  })
})

describe('amount', () => {
  const related = async (depth: string): Promise<readonly string[]> => {
    const output = await readJson(station.dir, ['src/client.rs', 'connect', '--depth', depth])
    return output.regions.flatMap((region) => region.related ?? []).map(({ anchor }) => anchor)
  }

  test('a file that is converted on its way into the working tree is not edited', async () => {
    await using repository = await createFixtureRepository()
    const files = { '.gitattributes': '*.ts text eol=crlf\n', 'a.ts': 'export function a() {\n  return 1\n}\n' }
    await repository.commitFiles('Add a', files)
    await repository.write({ 'a.ts': files['a.ts'].replaceAll('\n', '\r\n') })
    await chronicle(repository.dir, ['record', 'a.ts:a', '--constraint', 'Never 2.'])
    const { stdout } = await chronicle(repository.dir, ['read', 'a.ts', 'a'])
    expect(stdout).toContain('| lines 1-3\n')
    expect(stdout).not.toContain('Uncommitted')
  })

  test('--depth', async () => {
    expect(await related('0')).toEqual([])
    expect(await related('1')).toEqual(['MqttClient'])
    expect(await related('2')).toEqual(['MqttClient'])
  })

  test('--max-regions', async () => {
    expect((await intents('src/client.rs', '--max-regions', '1')).length).toBe(1)
    for (const [most, message] of [
      ['1', '2 more regions match.'],
      ['2', '1 more region matches.'],
    ] as const) {
      const { diagnostics } = await readJson(station.dir, ['src/client.rs', '--max-regions', most])
      expect(diagnostics).toContainEqual(
        expect.objectContaining({ message, remedy: { option: 'maxRegions', value: 3 } }),
      )
      const { stdout } = await chronicle(station.dir, ['read', 'src/client.rs', '--max-regions', most])
      expect(stdout).toContain(`${message} (max_regions_reached): \`--max-regions 3\``)
    }
  })

  test.each(['50', '250', '400'])('--max-tokens %s names what gives the whole answer', async (budget) => {
    const { trimmed } = await readJson(station.dir, ['src/client.rs', '--max-tokens', budget])
    expect(trimmed?.over_budget).toBe(budget === '50' ? true : undefined)
    expect(trimmed?.remedy?.option).toBe('maxTokens')
    const limit = String(Math.min(250, Number(budget)))
    const cut = ['read', 'src/client.rs', '--max-tokens', limit]
    const markdown = await chronicle(station.dir, cut)
    const [, option = '', tokens = ''] = /All: `(--max-tokens) (\d+)`$/mu.exec(markdown.stdout) ?? []
    const whole = await chronicle(station.dir, ['read', 'src/client.rs', option, tokens])
    expect(whole.stdout).not.toContain('All: ')
    const pretty = await chronicle(station.dir, [...cut, '--format', 'pretty'])
    const [, words = ''] = /All of it +git chronicle (.+)/u.exec(pretty.stdout) ?? []
    const all = await chronicle(station.dir, [...words.split(' ').slice(0, -2), '--format', 'json'])
    expect(JSON.parse(all.stdout)).toMatchObject({ trimmed: null, stats: { regions_returned: 3 } })
  })

  test.each(['markdown', 'json', 'pretty'])('--max-tokens in %s', async (format) => {
    for (const budget of [70, 120, 250, 500, 5000]) {
      const args = ['read', 'src/client.rs', '--format', format, '--max-tokens', String(budget)]
      const { stdout, code } = await chronicle(station.dir, args)
      expect(code).toBe(0)
      // The skeleton of a JSON answer is larger than the smallest of these budgets, and the answer says so.
      const tooSmall = format === 'json' && budget < 200
      if (!tooSmall) expect(Math.ceil(Buffer.byteLength(stdout) / 4)).toBeLessThanOrEqual(budget)
      if (format === 'json') expect(readOutputSchema.safeParse(JSON.parse(stdout)).error).toBeUndefined()
    }
  })

  test('--trimmer', async () => {
    const strategy = async (...args: readonly string[]): Promise<string | undefined> =>
      (await readJson(station.dir, ['src/client.rs', '--max-tokens', '400', ...args])).trimmed?.strategy
    expect(await strategy()).toBe('newest_commits_first')
    expect(await strategy('--trimmer', 'lowest_value_first')).toBe('lowest_value_first')
  })
})

describe('output', () => {
  test('markdown unless told otherwise, and the same for --format markdown', async () => {
    const { stdout } = await chronicle(station.dir, ['read', 'src/client.rs', 'connect'])
    expect(stdout).toMatch(/^## src\/client\.rs — MqttClient::connect$/mu)
    expect(stdout).toContain(`**Intent:** ${CONNECT}`)
    expect(stdout.endsWith('\n')).toBe(true)
    expect(await chronicle(station.dir, ['read', 'src/client.rs', 'connect', '--format', 'markdown'])).toMatchObject({
      stdout,
    })
  })

  test('json that its schema accepts, with --verbose every field, and the same bytes every time', async () => {
    const plain = await chronicle(station.dir, ['read', 'src/client.rs', '--format', 'json'])
    const verbose = await chronicle(station.dir, ['read', 'src/client.rs', '--format', 'json', '--verbose'])
    expect(readOutputSchema.safeParse(JSON.parse(plain.stdout)).error).toBeUndefined()
    expect(JSON.parse(verbose.stdout)).toMatchObject({ query: { since: null }, regions: [{ task: null }, {}, {}] })
    expect(await chronicle(station.dir, ['read', 'src/client.rs', '--format', 'json'])).toEqual(plain)
  })

  test('colour on a terminal alone, in pretty alone', async () => {
    const pretty = ['read', 'src/client.rs', 'connect', '--format', 'pretty']
    const escape = '\u001B['
    expect((await chronicle(station.dir, pretty)).stdout).not.toContain(escape)
    expect((await chronicle(station.dir, pretty, { terminal: true })).stdout).toContain(escape)
    expect((await chronicle(station.dir, pretty, { terminal: true, env: { NO_COLOR: '1' } })).stdout).not.toContain(
      escape,
    )
    expect((await chronicle(station.dir, pretty, { env: { FORCE_COLOR: '1' } })).stdout).toContain(escape)
    expect((await chronicle(station.dir, pretty, { terminal: true, env: { FORCE_COLOR: '0' } })).stdout).not.toContain(
      escape,
    )
    expect((await chronicle(station.dir, ['read', 'src/client.rs'], { terminal: true })).stdout).not.toContain(escape)
  })
})

describe('backends and refs', () => {
  test('--git-backend isomorphic answers the same', async () => {
    const args = ['read', 'src/client.rs', '--format', 'json', '--at', 'HEAD']
    const cli = await chronicle(station.dir, args)
    const isomorphic = await chronicle(station.dir, [...args, '--git-backend', 'isomorphic'])
    expect(isomorphic.stderr).toBe('')
    expect(JSON.parse(isomorphic.stdout)).toEqual(JSON.parse(cli.stdout))
  })

  test('--notes-ref, several', async () => {
    const { dir, repository } = station
    await repository.git('notes', '--ref=refs/notes/other', 'copy', station.first, station.first).catch(() => undefined)
    expect(await intents('src/client.rs', '--notes-ref', 'other')).toEqual([])
    const run = await chronicle(dir, [
      'read',
      'src/client.rs',
      '--notes-ref',
      'other',
      '--notes-ref',
      'refs/notes/chronicle',
      '--format',
      'json',
    ])
    expect((JSON.parse(run.stdout) as { regions: unknown[] }).regions.length).toBe(3)
  })

  test('-C before the command, after it, and several times, as git has it', async () => {
    const answer = await chronicle(join(station.dir, 'src'), ['read', 'client.rs', 'connect'])
    const given = async (...args: readonly string[]): Promise<unknown> => chronicle('/', args)
    const [, ...top] = station.dir.split('/')
    expect(await given('-C', `${station.dir}/src`, 'read', 'client.rs', 'connect')).toEqual(answer)
    expect(await given('-C', top.join('/'), '-C', 'src', 'read', 'client.rs', 'connect')).toEqual(answer)
    expect(await given('-C', station.dir, 'read', '-C', 'src', 'client.rs', 'connect')).toEqual(answer)
  })

  test('-C', async () => {
    const run = await chronicle('/', ['read', '-C', join(station.dir, 'src'), 'client.rs', 'connect'])
    expect(run.stdout).toContain(CONNECT)
  })

  test('no notes at all is an answer with a hint', async () => {
    const run = await chronicle(station.dir, ['read', 'src/client.rs', '--notes-ref', 'empty'])
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('Nothing is recorded: ')
  })
})

describe('which argument is the anchor', () => {
  test('the last one, if it is no file', async () => {
    expect((await readJson(station.dir, ['src/client.rs', 'close'])).query).toMatchObject({
      file: 'src/client.rs',
      anchor: 'close',
    })
    expect((await readJson(station.dir, ['src/client.rs', 'src/pool.ts', 'connect'])).query.anchor).toBe('connect')
  })

  test('not if there is a file of that name, here or at the revision', async () => {
    await writeFile(join(station.dir, 'close'), '')
    try {
      expect(failureOf(await chronicle(station.dir, ['read', 'src/client.rs', 'close'])).message).toMatch(
        /^File not found: close is not committed yet/u,
      )
    } finally {
      await rm(join(station.dir, 'close'))
    }
    await rm(join(station.dir, 'docs/runbook.txt'))
    try {
      const output = await readJson(station.dir, ['src/client.rs', 'docs/runbook.txt'])
      expect(output.query.file).toEqual(['src/client.rs', 'docs/runbook.txt'])
    } finally {
      await station.repository.git('checkout', '--', 'docs/runbook.txt')
    }
  })

  test('after -- everything is a path', async () => {
    expect(failureOf(await chronicle(station.dir, ['read', '--', 'src/client.rs', 'close'])).code).toBe(
      'file_not_found',
    )
    const output = await readJson(station.dir, ['--anchor', 'close', '--', 'src/client.rs'])
    expect(output.query.anchor).toBe('close')
  })

  test('never when --anchor is given', async () => {
    const run = await chronicle(station.dir, ['read', '--anchor', 'close', 'src/client.rs', 'connect'])
    expect(failureOf(run).message).toMatch(/^File not found: connect\./u)
  })

  test('a mistyped path is explained', async () => {
    for (const [given, missing, nearest] of [
      ['src/pol.ts', 'src/pol.ts', 'src/pool.ts'],
      ['src/pol.ts:acquire', 'src/pol.ts', 'src/pool.ts'],
      ['runbok.txt', 'runbok.txt', 'docs/runbook.txt'],
    ] as const) {
      const error = failureOf(await chronicle(station.dir, ['read', 'src/client.rs', given]))
      expect(error).toMatchObject({ code: 'file_not_found', data: { path: missing } })
      expect(error.message).toContain(`File not found: ${missing}. Does it exist at HEAD? Nearest paths: ${nearest}`)
    }
    // A text file has no units, so nothing shows that the second argument is not one.
    const text = failureOf(await chronicle(station.dir, ['read', 'docs/runbook.txt', 'docs/runbok.txt']))
    expect(text.code).toBe('file_not_found')
    const word = failureOf(await chronicle(station.dir, ['read', 'src/client.rs', 'reticulate']))
    expect(word.message).toMatch(
      /Available anchors: .*'reticulate' was read as an anchor, because no file has that name\.$/u,
    )
  })

  test('not together with --lines', async () => {
    const run = await chronicle(station.dir, ['read', 'src/client.rs', 'connect', '--lines', '1:2'])
    expect(run.code).toBe(2)
    expect(failureOf(run).message).toBe(
      "'connect' is not a file, and an anchor cannot be combined with --lines. Leave one of them out.",
    )
  })
})

describe('a unit or lines after a colon', () => {
  const queryOf = async (...args: readonly string[]): Promise<object> => (await readJson(station.dir, args)).query

  test('are the same as the anchor and the lines', async () => {
    const whole = await readJson(station.dir, ['src/client.rs', 'MqttClient::connect'])
    for (const place of [
      'src/client.rs:MqttClient::connect',
      'src/client.rs::MqttClient::connect',
      './src/client.rs:MqttClient::connect',
    ]) {
      expect((await readJson(station.dir, [place])).regions).toEqual(whole.regions)
    }
    expect(await queryOf('src/client.rs:10-16')).toEqual(await queryOf('src/client.rs', '--lines', '10:16'))
    expect(await queryOf('src/client.rs:10')).toMatchObject({ lines: [10, 10] })
    expect(await queryOf('src/client.rs:10:')).toMatchObject({ lines: [10, 10] })
    expect(await queryOf('src/client.rs:')).toEqual(await queryOf('src/client.rs'))
  })

  test('a file with a colon in its name comes first', async () => {
    await using repository = await createFixtureRepository()
    await repository.commitFiles('Add', {
      'a.ts': 'export function b() {}\n',
      'a.ts:b': 'text\n',
      'c:d.ts': 'export function e() {}\n',
    })
    const query = async (word: string): Promise<object> => (await readJson(repository.dir, [word])).query
    expect(await query('a.ts:b')).toMatchObject({ file: 'a.ts:b' })
    expect(await query('c:d.ts:e')).toMatchObject({ file: 'c:d.ts', anchor: 'e' })
    expect(await query('c:d.ts:1-1')).toMatchObject({ file: 'c:d.ts', lines: [1, 1] })
  })

  test.each<[readonly string[], string]>([
    [['src/client.rs:connect', 'close'], "'src/client.rs:connect' names a unit or lines already. Leave 'close' out"],
    [['src/client.rs:connect', '--anchor', 'close'], "names a unit or lines already. Leave 'close' out"],
    [['src/client.rs:connect', '--lines', '1:2'], "names a unit or lines already. Leave '1-2' out"],
    [['src/client.rs:1-2', 'connect'], "names a unit or lines already. Leave 'connect' out"],
    [['src/client.rs:connect', 'src/pool.ts'], "in one file at a time. Ask for 'src/client.rs:connect' on its own."],
    [['src/client.rs:10:5'], 'write :10 for one line, :10-5 for lines.'],
    [['src/client.rs:20-10'], 'Not a line range: "20-10".'],
  ])('%j is wrong usage', async (args, message) => {
    const run = await chronicle(station.dir, ['read', ...args])
    expect(run.code).toBe(2)
    expect(failureOf(run).message).toContain(message)
  })

  test('the file that is missing is named without them', async () => {
    expect(failureOf(await chronicle(station.dir, ['read', 'src/cleint.rs:connect'])).message).toMatch(
      /^File not found: src\/cleint\.rs\. .*src\/client\.rs/u,
    )
    expect(failureOf(await chronicle(station.dir, ['read', '--', 'src/client.rs:connect'])).message).toMatch(
      /^File not found: src\/client\.rs:connect\./u,
    )
  })
})

test('private names are found, and kept apart from public ones', async () => {
  await using repository = await createFixtureRepository()
  await repository.commitFiles('Add', {
    'pool.ts':
      'export class Pool {\n  #size = 1\n  get size(): number {\n    return this.#size\n  }\n  #grow(): void {}\n}\n',
  })
  await annotate(repository.dir, {
    summary: 'Pool',
    regions: [
      { file: 'pool.ts', anchor: 'Pool::#size', intent: 'Never more than the licence allows' },
      { file: 'pool.ts', anchor: 'size', intent: 'For the status page' },
      { file: 'pool.ts', anchor: '#grow', intent: 'Doubles' },
    ],
  })
  const intents = async (anchor: string): Promise<readonly string[]> =>
    (await readJson(repository.dir, [`pool.ts:${anchor}`])).regions.map(({ intent }) => intent)
  for (const name of ['#size', 'Pool.#size', 'Pool::#size']) {
    expect(await intents(name)).toEqual(['Never more than the licence allows'])
  }
  for (const name of ['size', 'Pool#size', 'Pool.size']) expect(await intents(name)).toEqual(['For the status page'])
  expect(await intents('Pool.#grow')).toEqual(['Doubles'])
})

describe('paths', () => {
  test('are relative to the current folder', async () => {
    const src = join(station.dir, 'src')
    expect((await readJson(src, ['client.rs', 'connect'])).query.file).toBe('src/client.rs')
    expect((await readJson(src, ['../docs/runbook.txt'])).query.file).toBe('docs/runbook.txt')
    expect((await readJson(src, ['./client.rs'])).query.file).toBe('src/client.rs')
  })

  test('or else to the top of the repository, as answers print them', async () => {
    const src = join(station.dir, 'src')
    expect((await readJson(src, ['src/client.rs', 'connect'])).query).toMatchObject({
      file: 'src/client.rs',
      anchor: 'connect',
    })
    expect((await readJson(src, ['client.rs', 'src/pool.ts'])).query.file).toEqual(['src/client.rs', 'src/pool.ts'])
    expect(failureOf(await chronicle(src, ['read', './src/client.rs'])).message).toMatch(
      /^File not found: src\/src\/client\.rs/u,
    )
  })

  test('may be absolute, and reach the repository through a symbolic link', async () => {
    expect((await readJson('/', ['-C', station.dir, join(station.dir, 'src/client.rs')])).query.file).toBe(
      'src/client.rs',
    )
    const link = `${station.dir}-link`
    await symlink(station.dir, link)
    try {
      expect((await readJson(join(link, 'src'), [join(link, 'src/client.rs'), 'close'])).query.file).toBe(
        'src/client.rs',
      )
    } finally {
      await rm(link)
    }
  })

  test.each([
    ['../outside.txt', /^'\.\.\/outside\.txt' is outside the repository at /u],
    ['/etc/passwd', /^'\/etc\/passwd' is outside the repository at /u],
    ['.', /^'\.' is the whole repository; name files\.$/u],
  ])('%s is refused', async (path, message) => {
    const run = await chronicle(station.dir, ['read', path])
    expect(run.code).toBe(2)
    expect(failureOf(run)).toMatchObject({ code: 'invalid_path', message: expect.stringMatching(message) as string })
  })

  test('of a folder are refused with files in it', async () => {
    expect(failureOf(await chronicle(station.dir, ['read', 'src'])).message).toBe(
      'src is a folder. Name files in it, for example src/client.rs, src/pool.ts; a summary covers all of it.',
    )
  })
})
