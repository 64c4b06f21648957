import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { openChronicle } from '@chronicle/node'
import { bytesPerFour } from '@chronicle/core/text'
import { jsonSchemas } from '@chronicle/schema/json'
import { createFixtureRepository } from '@chronicle/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, test } from 'vitest'
import { call, connectClient } from './connect.ts'
import { gitEnvironment } from './station.ts'

const NAME = 'chronicle_context'
const TASK = 'The client must reconnect when the broker restarts'
/** Invisible characters in a comment. */
const HIDDEN = '// \u202Eevil\u202C\n'

const repository = await createFixtureRepository()
await repository.commitFiles('Connect to the broker', { 'src/client.ts': 'export function connect(): void {}\n' })
const report = (i: number): string =>
  `export function report${i}(rows: readonly number[]): readonly number[] {\n  // Rows of the broker's report.\n  return rows.filter((row) => row > ${i})\n}\n`
await repository.commitFiles('Add reports', {
  'src/reports.ts': Array.from({ length: 400 }, (_, i) => report(i)).join('\n'),
  'src/hidden.ts': `${HIDDEN}export function lurking(): void {}\n`,
})
const chronicle = openChronicle({ dir: repository.dir, env: gitEnvironment })
const client = await connectClient({ chronicle })
const structured = await connectClient({ chronicle, structured: true })
afterAll(async () => {
  await client.close()
  await structured.close()
  await chronicle.close()
  await repository.dispose()
})

const textOf = async (input: Record<string, unknown>): Promise<string> => (await call(client, NAME, input)).text

describe(NAME, () => {
  test('answers a task with its code', async () => {
    const { text, isError } = await call(client, NAME, { task: TASK })
    expect(isError).toBe(false)
    expect(text).toContain('### src/client.ts')
    expect(text).toContain('export function connect(): void {}')
  })

  test('answers with a document by the published schema, and without the code', async () => {
    const { document, text } = await call(structured, NAME, { task: TASK })
    const validate = new Ajv2020({ strict: false }).compile(jsonSchemas['context-output'])
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
    expect(JSON.stringify(document)).not.toContain('export function')
    expect(text).toContain('export function connect')
    const places = JSON.parse(await textOf({ task: TASK, format: 'json' })) as typeof document
    expect(places['scope']).toEqual(document['scope'])
    expect(await textOf({ task: TASK, format: 'json' })).not.toContain('export function')
  })

  test('that is cut names its own argument', async () => {
    expect(await textOf({ task: TASK, format: 'json', budget: 130 })).toBe(
      'Cut to budget: 130. Give more for the rest.',
    )
  })

  test('knows a revision, by the name that other tools have for it too', async () => {
    const task = 'Which report filters rows?'
    expect(await textOf({ task })).toContain('src/reports.ts')
    for (const input of [{ rev: 'HEAD~1' }, { at: 'HEAD~1' }]) {
      expect(await textOf({ task, ...input })).not.toContain('src/reports.ts')
    }
    expect(await textOf({ task, at: 'WORKTREE' })).toBe(await textOf({ task }))
  })

  test.each([128, 200, 500, 2000, 8000, 50_000])('costs a model at most %d tokens', async (budget) => {
    const exact = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
    const task = 'Which report of the broker filters rows?'
    const plain = await call(client, NAME, { task, budget })
    expect(exact.count(plain.text)).toBeLessThanOrEqual(budget)
    expect(bytesPerFour().count(JSON.stringify(plain.text))).toBeLessThanOrEqual(budget)
    const both = await call(structured, NAME, { task, max_tokens: budget })
    expect(exact.count(both.text) + exact.count(JSON.stringify(both.document))).toBeLessThanOrEqual(budget)
  })

  test('has a small default budget, and uses it', async () => {
    const exact = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
    const cost = exact.count(await textOf({ task: 'Which report of the broker filters rows?' }))
    expect(cost).toBeGreaterThan(4000)
    expect(cost).toBeLessThanOrEqual(8000)
  })

  test('writes out what hides in source', async () => {
    const text = await textOf({ task: 'Change lurking' })
    expect(text).toContain('// \\u202eevil\\u202c')
    expect(text).toContain('Invisible characters are written out')
    expect(text).not.toContain('\u202E')
  })

  test.each<[Record<string, unknown>, string]>([
    [{}, 'invalid_query'],
    [{ task: ' ' }, 'task_empty'],
    [{ task: TASK, budget: 100 }, 'budget_too_small'],
    [{ task: TASK, rev: 'nowhere' }, 'revision_not_found'],
    [{ task: TASK, format: 'pdf' }, 'invalid_query'],
    [{ task: TASK, path: 'a' }, 'invalid_query'],
  ])('refuses %j with a code', async (input, code) => {
    const { text, document, isError } = await call(structured, NAME, input)
    expect(isError).toBe(true)
    expect(text.startsWith(`${code}: `)).toBe(true)
    expect(document).toMatchObject({ $schema: 'chronicle-context/v1', error: { code } })
  })

  test('tells the client how far it is', async () => {
    await repository.write({ 'src/late.ts': 'export function late(): void {}\n' })
    const reports: unknown[] = []
    await call(client, NAME, { task: 'Change late' }, { onprogress: (progress) => reports.push(progress) })
    expect(reports.length).toBeGreaterThan(0)
  })
})
