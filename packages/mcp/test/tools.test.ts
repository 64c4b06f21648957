import { jsonSchemas, type JsonSchemaName } from '@chronicle/schema/json'
import { okAsync, omitUndefined } from '@chronicle/schema'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import type { Client } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createChronicleServer, LEGACY_TOOL_NAMES, TOOL_NAMES, type ServedRepository } from '../src/index.ts'
import { call, connectClient } from './connect.ts'
import { reportingRepository, slowRepository } from './slow-repository.ts'
import { useStation } from './station.ts'

const station = await useStation()
const client = await connectClient({ chronicle: station.chronicle, structured: true })
afterAll(() => client.close())

const WRITING = ['chronicle_note', 'chronicle_annotate', 'chronicle_flag']

const ajv = new Ajv2020({ strict: false })
const outputSchemaOf = (tool: string): JsonSchemaName => `${tool.replace('chronicle_', '')}-output` as JsonSchemaName
function expectValid(name: JsonSchemaName, document: unknown): void {
  const valid = ajv.validate(jsonSchemas[name], document)
  expect(valid ? [] : ajv.errors).toEqual([])
}

describe('the list of tools', () => {
  test('costs at most 3,400 tokens', async () => {
    const plain = await connectClient({ chronicle: station.chronicle })
    const { tools } = await plain.listTools()
    await plain.close()
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES)
    const counter = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
    const tokens = counter.count(JSON.stringify(tools))
    const each = tools.map((tool) => `${tool.name} ${counter.count(JSON.stringify(tool))}`)
    expect(tokens, `${tokens} tokens: ${each.join(', ')}`).toBeLessThanOrEqual(3400)
  })

  test('says everything about each', async () => {
    const all = await connectClient({ chronicle: station.chronicle, tools: ['default', 'legacy'], structured: true })
    const { tools } = await all.listTools()
    await all.close()
    expect(tools.map(({ name }) => name)).toEqual([...TOOL_NAMES, ...LEGACY_TOOL_NAMES])
    for (const tool of tools) {
      expect(tool.title).toMatch(/\S/u)
      expect(tool.description?.length).toBeLessThan(250)
      expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ])
      expect(tool.annotations?.readOnlyHint).toBe(!WRITING.includes(tool.name))
      expect(Object.keys(tool.inputSchema.properties ?? {})).toContain(
        tool.name === 'chronicle_context' ? 'budget' : 'max_tokens',
      )
      expect(tool.inputSchema['additionalProperties']).toBe(false)
      expect(tool.outputSchema?.['required']).toContain(tool.name.startsWith('chronicle_') ? '$schema' : 'ok')
      expect(/deprecated/iu.test(`${tool.title} ${tool.description}`)).toBe(LEGACY_TOOL_NAMES.includes(tool.name))
    }
  })

  test('is as short as asked, by names with or without the prefix', async () => {
    const few = await connectClient({ chronicle: station.chronicle, tools: ['lookup', 'read', 'chronicle_read'] })
    expect((await few.listTools()).tools.map(({ name }) => name)).toEqual([
      'chronicle_lookup',
      'chronicle_read',
      'read',
    ])
    await expect(few.callTool({ name: 'chronicle_deps', arguments: { path: 'src/client.ts' } })).rejects.toMatchObject({
      code: -32602,
    })
    await few.close()
  })

  test.each([
    [['legacy'], LEGACY_TOOL_NAMES],
    [
      ['summary', 'read_symbol'],
      ['chronicle_summary', 'read_symbol'],
    ],
    [
      ['default', 'dry_run_diff'],
      [...TOOL_NAMES, 'dry_run_diff'],
    ],
  ])('has legacy names when it is asked for %j', async (names, expected) => {
    const asked = await connectClient({ chronicle: station.chronicle, tools: names })
    expect((await asked.listTools()).tools.map(({ name }) => name)).toEqual(expected)
    await asked.close()
  })

  test('an unknown name is refused, with the nearest', () => {
    const refused = createChronicleServer({ chronicle: station.chronicle, tools: ['chronicle_reed'] })
    expect(refused._unsafeUnwrapErr()).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('Did you mean chronicle_read?') as string,
    })
    const none = createChronicleServer({ chronicle: station.chronicle, tools: [] })
    expect(none._unsafeUnwrapErr().message).toMatch(/^No tool is named/u)
  })
})

describe('questions', () => {
  const place = { path: 'src/client.ts', anchor: 'connect' }

  test.each([
    ['chronicle_lookup', place, 'lookup-output', 'Survive a restart of the broker'],
    ['chronicle_read', { paths: ['src/client.ts'], anchor: 'connect' }, 'read-output', 'retry for ever'],
    ['chronicle_read', { paths: ['src/client.ts', 'src/pool.ts'] }, 'read-output', 'Hands out few connections'],
    ['chronicle_deps', place, 'deps-output', 'expects it to fail within 5 s'],
    ['chronicle_history', place, 'history-output', 'Half of the alarms'],
    ['chronicle_summary', { path: 'src' }, 'summary-output', 'src/pool.ts'],
    ['chronicle_summary', {}, 'summary-output', 'src/client.ts'],
  ] as const)('%s %j answers with the published document and its markdown', async (name, input, schema, fact) => {
    const { text, document, isError } = await call(client, name, input)
    expect(isError).toBe(false)
    expect(text).toContain(fact)
    expectValid(schema, document)
  })

  test('every option of read has its effect', async () => {
    const regions = async (input: object): Promise<number> => {
      const { document } = await call(client, 'chronicle_read', { paths: ['src/client.ts', 'src/pool.ts'], ...input })
      return (document['regions'] as readonly unknown[]).length
    }
    expect(await regions({})).toBe(2)
    expect(await regions({ tags: ['reliability'] })).toBe(1)
    expect(await regions({ max_regions: 1 })).toBe(1)
    expect(await regions({ since: station.pool })).toBe(1)
    expect(await regions({ context_level: 'inferred' })).toBe(0)
    expect(await regions({ at: station.client, paths: ['src/client.ts'], depth: 0 })).toBe(1)
    expect(await regions({ paths: ['src/client.ts'], lines: '2:3' })).toBe(1)
    expect(await regions({ paths: ['src/client.ts'], lines: '6:6' })).toBe(0)
    const sure = await call(client, 'chronicle_read', { paths: ['src/client.ts'], min_confidence: 0.5 })
    expect(sure.document['query']).toMatchObject({ min_confidence: 0.5 })
  })

  test.each([
    ['chronicle_lookup', place],
    ['chronicle_history', place],
    ['chronicle_read', { paths: ['src/client.ts'] }],
  ])('%s takes sources, and has those that the server was told by default', async (name, input) => {
    const counted = async (from: Client, sources?: readonly string[]): Promise<boolean> => {
      const { document, isError } = await call(from, name, { ...input, ...omitUndefined({ sources }) })
      expect(isError).toBe(false)
      return (document['stats'] as Record<string, unknown>)['history'] !== undefined
    }
    expect(await counted(client)).toBe(true)
    expect(await counted(client, ['notes'])).toBe(false)
    const { chronicle } = station
    const notesOnly = await connectClient({ chronicle, structured: true, defaults: { sources: ['notes'] } })
    expect(await counted(notesOnly)).toBe(false)
    expect(await counted(notesOnly, ['notes', 'history'])).toBe(true)
    await notesOnly.close()
    for (const sources of [[], ['guesses']]) {
      const { isError, text } = await call(client, name, { ...input, sources })
      expect([isError, text]).toEqual([true, expect.stringContaining('invalid_query') as string])
    }
  })

  test('the text keeps within the budget, which has a default', async () => {
    const { text, document } = await call(client, 'chronicle_lookup', { ...place, max_tokens: 150 })
    expect(Buffer.byteLength(text) / 4).toBeLessThanOrEqual(150)
    expect(document['trimmed']).not.toBeNull()
    const { document: usual } = await call(client, 'chronicle_lookup', place)
    expect(usual['query']).toMatchObject({ max_tokens: 2000 })
  })

  test('absolute paths inside the working tree are understood, also through a link', async () => {
    const { dir } = station.repository
    const { document } = await call(client, 'chronicle_lookup', { ...place, path: join(dir, 'src/client.ts') })
    expect(document['query']).toMatchObject({ file: 'src/client.ts' })
    const elsewhere = await mkdtemp(join(tmpdir(), 'chronicle-mcp-'))
    await symlink(dir, join(elsewhere, 'link'))
    const linked = await call(client, 'chronicle_lookup', { path: join(elsewhere, 'link/src/client.ts') })
    expect(linked.document['query']).toMatchObject({ file: 'src/client.ts' })
    await rm(elsewhere, { recursive: true })
  })

  test('what was recorded says who recorded it, and cannot hide or reorder text', async () => {
    for (const name of ['chronicle_lookup', 'chronicle_history']) {
      const { text, document } = await call(client, name, place)
      expect(text).toContain(station.client.slice(0, 7))
      expect(text).toContain('\\u202e')
      expect(`${text}${JSON.stringify(document)}`).not.toContain('\u202e')
      expect(JSON.stringify(document)).toContain('\\\\u202e')
    }
  })
})

describe('failures are coded documents', () => {
  test.each([
    ['chronicle_lookup', { path: 'absent.ts' }, 'file_not_found'],
    ['chronicle_lookup', { path: '../outside.ts' }, 'invalid_path'],
    ['chronicle_lookup', { path: '/etc/passwd' }, 'invalid_path'],
    ['chronicle_read', { paths: ['src/client.ts', '/etc/passwd'] }, 'invalid_path'],
    ['chronicle_deps', { path: 'src/client.ts', anchor: 'disconnect_all' }, 'anchor_not_found'],
    ['chronicle_history', { path: 'src/client.ts', at: 'no-such-branch' }, 'revision_not_found'],
    ['chronicle_read', { paths: ['src/client.ts'], lines: '1:999' }, 'lines_out_of_bounds'],
    ['chronicle_read', { paths: ['src/client.ts'], lines: 'all' }, 'invalid_line_range'],
    ['chronicle_read', { paths: ['src/client.ts'], lines: '1:2', anchor: 'connect' }, 'invalid_query'],
    ['chronicle_read', {}, 'invalid_query'],
    ['chronicle_read', { paths: ['a.ts'], max_tokens: -1 }, 'invalid_query'],
    ['chronicle_summary', { path: 'src', depth: 1 }, 'invalid_query'],
    ['chronicle_annotate', { regions: [] }, 'invalid_annotation'],
    ['chronicle_annotate', { summary: 'x', commit: 'nowhere' }, 'revision_not_found'],
    ['chronicle_annotate', { summary: 'x', dry_run: 'yes' }, 'invalid_query'],
  ])('%s %j: %s', async (name, input, code) => {
    const { text, document, isError } = await call(client, name, input)
    expect(isError).toBe(true)
    expect(document).toMatchObject({ error: { code, message: expect.any(String) as string } })
    expect(text.startsWith(`${code}: `)).toBe(true)
    expectValid(name === 'chronicle_annotate' ? 'read-output' : outputSchemaOf(name), document)
  })

  test('wrong arguments are named, with those there are', async () => {
    const { text } = await call(client, 'chronicle_deps', { path: 'a', max_results: 'many', filter: 1 })
    expect(text).toContain('max_results: is "many", not a number; there is no argument "filter".')
    expect(text).toContain('It takes: path, anchor, lines, at, max_results, scan_limit, verbose, max_tokens.')
    const other = await call(client, 'chronicle_lookup', { file: 'a' })
    expect(other.text).toContain('path: is missing; there is no argument "file", did you mean path?')
    expect((await call(client, 'chronicle_lookup', { path: '' })).text).toContain('path: is empty.')
  })
})

describe('chronicle_annotate', () => {
  test('checks, records, merges, and tells what it made of it', async () => {
    const input = {
      summary: 'Says what this is',
      regions: [{ file: 'README.md', intent: 'For people who find this', reasonning: 'x' }],
    }
    const dry = await call(client, 'chronicle_annotate', { ...input, dry_run: true })
    expect(dry.document).toMatchObject({ status: 'created', dry_run: true })
    expect(dry.text).toMatch(/^Would record on /u)
    const done = await call(client, 'chronicle_annotate', input)
    expect(done.document).toMatchObject({ $schema: 'chronicle-annotate/v1', status: 'created' })
    expectValid('annotate-receipt', done.document)
    expect(done.text).toContain('README.md')
    expect(done.text).toContain('did you mean')
    expect((await call(client, 'chronicle_annotate', input)).document).toMatchObject({ status: 'unchanged' })
    expect((await call(client, 'chronicle_read', { paths: ['README.md'] })).text).toContain('For people who find this')
  })
})

describe('a call', () => {
  test('is stopped when the client cancels it', async () => {
    const slow = slowRepository(station.chronicle)
    const slowClient = await connectClient({ chronicle: slow.chronicle })
    const cancel = new AbortController()
    const called = slowClient.callTool(
      { name: 'chronicle_lookup', arguments: { path: 'src/client.ts' } },
      { signal: cancel.signal },
    )
    await slow.begun
    cancel.abort()
    await expect(called).rejects.toThrow()
    await slow.stopped
    // The connection still works.
    expect((await call(slowClient, 'chronicle_read', { paths: ['src/client.ts'] })).isError).toBe(false)
    await slowClient.close()
  })

  test('tells how far it is, in one number that grows', async () => {
    const reporting = reportingRepository(station.chronicle, [
      { step: 'indexing notes', done: 1, total: 2 },
      { step: 'indexing notes', done: 2, total: 2 },
      { step: 'reading', done: 0 },
      { step: 'reading', done: 1 },
      { step: 'reading', done: 1 },
    ])
    const reports: unknown[] = []
    const reportingClient = await connectClient({ chronicle: reporting })
    const place = { path: 'src/client.ts' }
    await call(reportingClient, 'chronicle_lookup', place, { onprogress: (progress) => reports.push(progress) })
    expect(reports).toEqual([
      { progress: 1, total: 2, message: 'indexing notes' },
      { progress: 2, total: 2, message: 'indexing notes' },
      { progress: 3, message: 'reading' },
    ])
    expect((await call(reportingClient, 'chronicle_lookup', place)).isError).toBe(false)
    await reportingClient.close()
  })

  test('that fails unexpectedly is answered', async () => {
    const broken: ServedRepository = { ...station.chronicle, lookup: () => okAsync({} as never) }
    const brokenClient = await connectClient({ chronicle: broken, structured: true })
    const result = await brokenClient.callTool({ name: 'chronicle_lookup', arguments: { path: 'src/client.ts' } })
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'internal_error' } } })
    await brokenClient.close()
  })
})
