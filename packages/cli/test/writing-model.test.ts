import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { omitUndefined, type WritingReceipt } from '@chronicle/schema'
import { writingReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, plantedSecrets, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { events, status, type Loopback, type Reply } from '../../llm-ai-sdk/test/loopback.ts'
import { AFTER, BEFORE, EMISSION as emit, FILE, MESSAGE } from '../../llm-ai-sdk/test/rotated-key.ts'
import { anthropicWire } from '../../llm-ai-sdk/test/wire/anthropic.ts'
import { compatibleWire } from '../../llm-ai-sdk/test/wire/compatible.ts'
import type { Wire } from '../../llm-ai-sdk/test/wire/wire.ts'
import { chronicle, failureOf, readJson, type CliRun } from './run-chronicle.ts'
import { configure, serveModel, serveReplies } from './serve-model.ts'

const NOTES = 'refs/notes/chronicle'
const KEY = 'sk-test-0123456789abcdef'
const usage = { input: 2000, output: 100 }

const wires: readonly Wire[] = [anthropicWire, compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')]

let repository: FixtureRepository
let dir: string
beforeEach(async () => {
  repository = await createFixtureRepository()
  dir = repository.dir
  await repository.commitFiles('Begin', { [FILE]: BEFORE })
  await repository.commitFiles(MESSAGE, { [FILE]: AFTER })
})
afterEach(() => repository.dispose())

/** Returns a conversation that reads the diff, emits, and reports the result. */
function conversation(wire: Wire): readonly Reply[] {
  return [
    events(wire.stream({ calls: [{ name: 'get_diff', json: '{}' }], usage })),
    events(wire.stream({ calls: [emit], usage })),
    events(wire.stream({ text: 'Summary: Rotation of keys no longer logs everybody out.', usage })),
  ]
}

const serve = (wire: Wire, replies: readonly Reply[], settings?: Readonly<Record<string, string>>): Promise<Loopback> =>
  serveModel(repository, wire, replies, settings)

const run = (wire: Wire, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
  chronicle(dir, ['annotate', ...args], { env: { [wire.keyVariable]: KEY, ...env } })

async function receiptOf(wire: Wire, args: readonly string[] = []): Promise<WritingReceipt> {
  const ended = await run(wire, ['--format', 'json', ...args])
  return writingReceiptSchema.parse(JSON.parse(ended.stdout))
}

const stored = (): Promise<string> => repository.git('for-each-ref', 'refs/notes')

describe.each(wires)('annotating over $provider', (wire) => {
  test('asks the model, stores what it emits, and tells what it cost', async () => {
    const server = await serve(wire, conversation(wire), { modelPrice: '3,15' })
    const receipt = await receiptOf(wire, ['--writer', 'llm'])
    expect(receipt).toMatchObject({
      writer: `llm (${wire.provider}/test-model)`,
      commits: [
        {
          commit: await repository.head(),
          status: 'annotated',
          regions: [{ file: FILE, ast_anchor: { name: 'Session::load' } }],
        },
      ],
      usage: { input_tokens: 6000, output_tokens: 300 },
    })
    expect(receipt.usage?.cost_usd).toBeCloseTo(0.018 + 0.0045, 9)
    const { regions } = await readJson(dir, [FILE, 'load'])
    expect(regions).toMatchObject([
      { intent: 'Nobody is logged out when keys rotate at midnight.', context_level: 'inferred' },
    ])
    expect(server.requests).toHaveLength(3)
    const sent = JSON.stringify(server.requests.map(({ headers }) => headers))
    expect(sent).toContain(KEY)
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(KEY)
  })

  test('is told to people with what it cost', async () => {
    await serve(wire, conversation(wire), { modelPrice: '3,15' })
    const ended = await run(wire, ['--range', 'HEAD~1..HEAD'])
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stdout).toContain(
      `1 commit: 1 annotated. Writer: llm (${wire.provider}/test-model). 6000 tokens in, 300 out, $0.0225.\n`,
    )
    await repository.git('update-ref', '-d', NOTES)
    await repository.git('config', '--unset', 'chronicle.modelPrice')
    await serve(wire, conversation(wire))
    expect((await run(wire, ['--range', 'HEAD~1..HEAD'])).stdout).toContain('300 out, cost not known.\n')
  })

  test('a single commit, too', async () => {
    await serve(wire, conversation(wire), { modelPrice: '3,15' })
    expect((await run(wire)).stdout).toContain('6000 tokens in, 300 out, $0.0225.')
  })

  test('a dry run asks when it is told to, and stores nothing', async () => {
    const server = await serve(wire, conversation(wire))
    const dry = await receiptOf(wire, ['--dry-run'])
    expect(dry.commits).toMatchObject([{ status: 'unasked', regions: [] }])
    expect(dry.totals).toMatchObject({ unasked: 1, annotated: 0 })
    expect(dry.estimate?.input_tokens).toBeGreaterThan(1000)
    expect(server.requests).toHaveLength(0)
    expect((await receiptOf(wire, ['--dry-run', '--ask-model'])).commits).toMatchObject([{ status: 'annotated' }])
    expect(server.requests).toHaveLength(3)
    expect(await stored()).toBe('')
  })

  test('a wrong key ends it at once, with the name of the variable', async () => {
    const server = await serve(wire, [status(401, wire.failure(401, 'invalid key'))])
    const ended = await run(wire, ['--range', 'HEAD'])
    expect(ended.code).toBe(1)
    expect(ended.stdout + ended.stderr).toContain(wire.keyVariable)
    expect(ended.stdout + ended.stderr).not.toContain(KEY)
    expect(server.requests).toHaveLength(1)
    expect(ended.stderr).toContain('Ended early, 1 commit left')
    expect(await stored()).toBe('')
  })

  test('waits when it is told to slow down', async () => {
    const server = await serve(wire, [
      status(429, wire.failure(429, 'slow down'), { 'retry-after': '0' }),
      ...conversation(wire),
    ])
    expect((await receiptOf(wire)).totals).toMatchObject({ annotated: 1 })
    expect(server.requests).toHaveLength(4)
  })

  test('spends no more than it may', async () => {
    const server = await serve(wire, conversation(wire), { modelPrice: '3,15' })
    const ended = await run(wire, ['--max-spend', '0.000001', '--format', 'json'])
    expect(ended.code).toBe(1)
    expect(JSON.parse(ended.stdout)).toMatchObject({ totals: { failed: 1 } })
    expect(ended.stdout).toContain('the limit of $0.000001')
    expect(server.requests).toHaveLength(0)
    expect(await stored()).toBe('')
  })

  test('a limit in dollars needs a price', async () => {
    const server = await serve(wire, conversation(wire))
    const ended = await run(wire, ['--max-spend', '1'])
    expect(ended.code).toBe(1)
    expect(ended.stdout).toContain('A spending limit in dollars needs the price of')
    expect(server.requests).toHaveLength(0)
  })

  test('a server that is gone', async () => {
    const server = await serve(wire, [])
    await server.close()
    const ended = await run(wire, ['--format', 'json'])
    expect(ended.code).toBe(1)
    const { commits } = writingReceiptSchema.parse(JSON.parse(ended.stdout))
    expect(commits).toMatchObject([{ status: 'failed', reason: expect.stringContaining(wire.provider) as string }])
    expect(await stored()).toBe('')
  })

  test('the author is heard, and the model beside it', async () => {
    await serve(wire, conversation(wire))
    const ended = await run(wire, [], { CHRONICLE_REASONING: 'Refreshing by day overloads the broker' })
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    const note = await repository.git('notes', `--ref=${NOTES}`, 'show', 'HEAD')
    expect(note).toContain('Refreshing by day overloads the broker')
    expect(note).toContain('Nobody is logged out')
    expect(JSON.parse(note)).toMatchObject({ context_level: 'enhanced' })
  })

  test('nobody is sent a secret', async () => {
    const secrets = plantedSecrets(100)
    const inFile = (wanted: (kind: string) => boolean): string =>
      secrets
        .flatMap(({ kind, line }, number) =>
          wanted(kind) ? [`def f${number}():\n    ${line.replaceAll('\n', '\n    ')}\n`] : [],
        )
        .join('\n')
    const isKey = (kind: string): boolean => kind.startsWith('private key')
    const lines = secrets.map(({ line }) => line)
    await repository.write({ 'src/settings.py': inFile((kind) => !isKey(kind)), 'src/keys.py': inFile(isKey) })
    await repository.commit(`Add ${lines[0]}\n\n${lines.join('\n')}`)
    const looks = [
      { name: 'get_diff', json: '{}' },
      { name: 'get_file_content', json: '{"path":"src/settings.py"}' },
      { name: 'get_file_content', json: '{"path":"src/keys.py"}' },
      { name: 'get_commit_info', json: '{}' },
      { name: 'get_diff_for_file', json: '{"path":"src/keys.py"}' },
      { name: 'get_surrounding_context', json: '{"path":"src/settings.py","line":100,"radius":200}' },
      { name: 'get_ast_outline', json: '{"path":"src/settings.py"}' },
      { name: 'get_diff_for_file', json: '{"path":"src/settings.py"}' },
      { name: 'get_recent_annotations', json: '{"file":"src/settings.py"}' },
    ]
    const server = await serve(wire, [
      events(wire.stream({ calls: looks })),
      events(wire.stream({ text: 'Summary: Nothing.' })),
    ])
    await run(wire, [], { CHRONICLE_REASONING: lines.join('\n'), CHRONICLE_REJECTED: lines.join('\n') })
    const sent = server.requests.map(({ body }) => unescaped(body)).join('\n')
    expect(server.requests.length).toBeGreaterThan(1)
    expect(sent).toContain('def f97')
    expect(sent).toContain('[REDACTED:')
    expect(secrets.filter(({ secret }) => sent.includes(secret)).map(({ kind }) => kind)).toEqual([])
  })
})

describe('what the model claims and is not kept', () => {
  const wire = anthropicWire
  const claims = {
    ...(JSON.parse(emit.json) as object),
    constraints: [{ text: 'Tokens may exceed a day.', source: 'author' }],
    semantic_dependencies: [{ file: 'src/gone.py', anchor: 'refresh', nature: 'refreshes at night' }],
  }
  const concern = {
    description: 'The clients refresh at night, and the server has to accept the last key until then.',
    regions: [`${FILE}:Session.load`, 'src/client.py'],
    nature: 'timing',
    evidence: [{ kind: 'commit_message', quote: 'Rotation logged everybody out at midnight.' }],
  }
  const replies = (): readonly Reply[] => [
    events(
      wire.stream({
        calls: [
          { name: 'emit_annotation', json: JSON.stringify(claims) },
          { name: 'emit_annotation', json: JSON.stringify({ ...claims, file: 'src/other.py' }) },
          { name: 'emit_cross_cutting', json: JSON.stringify({ ...concern, regions: ['src/no.py', 'src/none.py'] }) },
          { name: 'emit_cross_cutting', json: JSON.stringify({ ...concern, evidence: [] }) },
          { name: 'emit_cross_cutting', json: JSON.stringify(concern) },
        ],
        usage,
      }),
    ),
    events(wire.stream({ text: 'Summary: Rotation of keys no longer logs everybody out.', usage })),
  ]

  beforeEach(async () => {
    await repository.write({ 'src/client.py': 'def refresh():\n    pass\n' })
    await repository.git('add', 'src/client.py')
    await repository.git('commit', '--quiet', '--amend', '--no-edit')
  })

  test('is in the receipt, on the terminal and in failed.log, with its code; what is kept is counted', async () => {
    const codes = ['annotation_refused', 'annotation_refused', 'claim_dropped', 'constraint_not_from_author']
    await serve(wire, replies())
    const [written] = (await receiptOf(wire)).commits
    expect(written).toMatchObject({ status: 'annotated', regions: [{ file: FILE }], cross_cutting: 1 })
    const refused = (written?.warnings ?? []).filter(({ code }) => codes.includes(code))
    expect(refused.map(({ code }) => code).toSorted()).toEqual(codes)
    const messages = refused.map(({ message }) => message).join('\n')
    expect(messages).toContain('"Tokens may exceed a day."')
    expect(messages).toContain('src/other.py')
    expect(messages).toContain('src/gone.py')
    // Claims about the same places that could be stored are not reported as refused.
    expect(messages).not.toContain('together (src/client.py')
    const log = (await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8')).trimEnd().split('\n')
    const commit = await repository.head()
    expect(log.map((line) => JSON.parse(line) as unknown)).toEqual(
      refused.map(({ code, message, path }) => ({
        ...{ time: expect.any(String) as string, commit, kind: 'refused', code, message },
        ...omitUndefined({ path }),
      })),
    )
    expect(await repository.git('notes', `--ref=${NOTES}`, 'show', 'HEAD')).not.toContain('may exceed')

    for (const command of [['annotate'], ['annotate', '--range', 'HEAD~1..HEAD'], ['backfill', '--limit', '1']]) {
      await repository.git('update-ref', '-d', NOTES)
      await serve(wire, replies())
      const result = await chronicle(dir, command, { env: { [wire.keyVariable]: KEY } })
      expect(result.code, result.stderr).toBe(0)
      expect(result.stdout).toMatch(/1 region and 1 cross-cutting concern/u)
      for (const { code, message } of refused) expect(result.stdout).toContain(`  ${code}: ${message}\n`)
    }
  })

  test('is told although nothing at all could be kept', async () => {
    const bad = { name: 'emit_annotation', json: JSON.stringify({ ...claims, file: 'src/other.py' }) }
    const ends = { text: 'Well.', usage }
    const silent = [{ calls: [bad], usage }, ends, ends].map((answer) => events(wire.stream(answer)))
    await serve(wire, silent)
    const result = await run(wire)
    expect(result.code).toBe(1)
    expect(result.stdout).toMatch(/  annotation_refused: What the model said about src\/other\.py:load was refused: /u)
    const log = await readFile(join(dir, '.git/chronicle/failed.log'), 'utf8')
    const entries = log.trimEnd().split('\n')
    expect(entries.map((line) => (JSON.parse(line) as { readonly kind: string }).kind).toSorted()).toEqual([
      ...['failed', 'refused'],
    ])
  })
})

describe('a large commit', () => {
  const wire = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')
  const nothing = { calls: [{ name: 'nothing_to_record', json: '{"reason":"Plain."}' }], usage }

  beforeEach(async () => {
    const table = (name: string): string =>
      Array.from({ length: 1200 }, (_, row) => `${name}_${row} = ${row}\n`).join('')
    await repository.commitFiles('Add the tables of the vendor', { 'src/a.py': table('a'), 'src/b.py': table('b') })
  })

  test('is examined in parts', async () => {
    const server = await serve(
      wire,
      [nothing, nothing].map((answer) => events(wire.stream(answer))),
    )
    const { commits } = await receiptOf(wire)
    expect(commits).toMatchObject([{ status: 'nothing', reason: 'Plain.' }])
    const sent = server.requests.map(({ body }) => unescaped(body))
    expect(sent.map((body) => /this is part \d of \d/u.exec(body)?.[0])).toEqual([
      'this is part 1 of 2',
      'this is part 2 of 2',
    ])
  })

  test('is left out where a limit is set, which is named', async () => {
    const server = await serve(wire, [], { maxDiffLines: '2000' })
    const result = await run(wire)
    const most = 'more than the 2000 that are looked at (chronicle.maxDiffLines is 2000)'
    expect(result.stdout).toContain(`It changed 2400 lines, ${most}.`)
    expect(server.requests).toHaveLength(0)
    const range = await run(wire, ['--range', 'HEAD~1..HEAD'])
    expect(range.stdout).toContain('chronicle.maxDiffLines is')
    const backfilled = await chronicle(dir, ['backfill', '--limit', '1'], { env: { [wire.keyVariable]: KEY } })
    expect(backfilled.stdout).toContain('chronicle.maxDiffLines is')
  })
})

describe('nobody is asked', () => {
  test('without settings, whatever keys there are', async () => {
    const server = await serveReplies(conversation(anthropicWire))
    const env = {
      ANTHROPIC_API_KEY: KEY,
      OPENAI_API_KEY: KEY,
      OPENAI_COMPATIBLE_API_KEY: KEY,
      CHRONICLE_BASE_URL: server.url,
    }
    for (const args of [['annotate'], ['backfill', '--force'], ['commit', '--allow-empty', '-m', 'x']]) {
      expect((await chronicle(dir, args, { env })).code).toBe(0)
    }
    expect(failureOf(await chronicle(dir, ['annotate', '--writer', 'llm'], { env })).code).toBe('model_not_configured')
    expect(server.requests).toEqual([])
  })

  test('because a file of the repository says so', async () => {
    const server = await serveReplies(conversation(anthropicWire))
    const url = server.url + anthropicWire.root
    await repository.write({
      '.chronicle-config.toml':
        `[chronicle]\nprovider = "anthropic"\nmodel = "m"\nbase_url = "${url}"\nwriter = "llm"\n` +
        `[chronicle.write]\nprovider = "anthropic"\nmodel = "m"\nbase_url = "${url}"\nwriter = "llm"\n`,
    })
    const ended = await run(anthropicWire)
    expect(ended.code).toBe(0)
    expect(ended.stderr).toMatch(/warning: .*\.chronicle-config\.toml/u)
    expect(failureOf(await run(anthropicWire, ['--writer', 'llm'])).code).toBe('model_not_configured')
    expect(server.requests).toEqual([])
  })

  test('elsewhere than was set, because a file of the repository says so', async () => {
    const server = await serve(anthropicWire, conversation(anthropicWire))
    const other = await serveReplies(conversation(anthropicWire))
    await repository.write({
      '.chronicle-config.toml': `[chronicle.write]\nbase_url = "${other.url}/v1"\nmax_agent_turns = 7\n`,
    })
    expect((await run(anthropicWire)).code).toBe(0)
    expect(server.requests).toHaveLength(3)
    expect(other.requests).toEqual([])
  })

  test('where the evidence is asked for', async () => {
    const server = await serve(anthropicWire, conversation(anthropicWire))
    expect((await receiptOf(anthropicWire, ['--writer', 'heuristic'])).writer).toBe('heuristic')
    expect(server.requests).toEqual([])
  })

  test.each([
    [{ provider: 'anthropic' }, 'No model is set for the provider anthropic.'],
    [{ provider: 'openai-compatible', model: 'm' }, 'needs the address of its API.'],
    [{ provider: 'anthropic', model: 'm' }, 'Set ANTHROPIC_API_KEY in the environment.'],
  ])('with half of the settings: %j', async (settings, message) => {
    await configure(repository, settings)
    const failure = failureOf(await chronicle(dir, ['annotate']))
    expect(failure.code).toBe('model_not_configured')
    expect(failure.message).toContain(message)
  })

  test.each([
    [{ CHRONICLE_PROVIDER: 'skynet' }, 'CHRONICLE_PROVIDER'],
    [{ CHRONICLE_BASE_URL: 'ftp://x' }, 'CHRONICLE_BASE_URL'],
    [{ CHRONICLE_MODEL_PRICE: 'much' }, 'two numbers such as 3,15'],
  ])('with wrong ones: %j', async (env, message) => {
    const ended = await chronicle(dir, ['annotate'], { env })
    expect(ended.code).toBe(2)
    expect(failureOf(ended).message).toContain(message)
  })
})

/** Returns every string of a body, unescaped. */
function unescaped(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(unescaped).join('\n')
}
