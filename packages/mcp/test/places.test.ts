import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { call, connectClient } from './connect.ts'
import { useStation } from './station.ts'

const station = await useStation()
await station.repository.commitFiles('Add a name with a colon', { 'src/a:b.ts': 'export function odd(): void {}\n' })
const client = await connectClient({ chronicle: station.chronicle, structured: true })
afterAll(() => client.close())

const PLACE_TOOLS = ['chronicle_lookup', 'chronicle_deps', 'chronicle_history', 'chronicle_summary']
const connect = { file: 'src/client.ts', anchor: 'connect' }

describe.each(PLACE_TOOLS)('%s', (tool) => {
  test.each([
    [{ path: 'src/client.ts:connect' }, connect],
    [{ path: 'src/client.ts', anchor: 'connect' }, connect],
    [{ path: 'src/client.ts:connect', anchor: 'connect' }, connect],
    [{ paths: ['src/client.ts:connect'] }, connect],
    [{ paths: 'src/client.ts' }, { file: 'src/client.ts' }],
    [{ path: ['src/client.ts'] }, { file: 'src/client.ts' }],
    [{ path: 'src/a:b.ts' }, { file: 'src/a:b.ts' }],
    [{ path: 'src/client.ts:2-3' }, { file: 'src/client.ts', lines: [2, 3] }],
    [{ path: 'src/client.ts#L2-L3' }, { file: 'src/client.ts', lines: [2, 3] }],
    [{ path: 'src/client.ts#connect' }, connect],
    [
      { path: 'src/client.ts', lines: '2-3' },
      { file: 'src/client.ts', lines: [2, 3] },
    ],
  ])('%j', async (input, query) => {
    expect((await call(client, tool, input)).document).toMatchObject({ query })
  })

  test.each([
    [{ paths: ['src/client.ts', 'src/pool.ts'] }, 'chronicle_read'],
    [{ path: 'src/client.ts', paths: ['src/pool.ts'] }, 'chronicle_read'],
    [{ path: 'src/client.ts:connect', anchor: 'dial' }, 'Give one of them'],
    [{ path: 'src/client.ts:2-3', lines: '4-5' }, 'Give one of them'],
  ])('%j is refused, with what to do', async (input, hint) => {
    const { text, isError } = await call(client, tool, input)
    expect([isError, text.split(':')[0]]).toEqual([true, 'invalid_query'])
    expect(text).toContain(hint)
  })
})

describe('chronicle_read', () => {
  test.each([
    [{ path: 'src/client.ts' }, { file: 'src/client.ts' }],
    [{ paths: 'src/client.ts' }, { file: 'src/client.ts' }],
    [{ path: 'src/client.ts', paths: ['src/pool.ts'] }, { file: ['src/pool.ts', 'src/client.ts'] }],
    [{ paths: ['src/client.ts:connect'] }, { file: 'src/client.ts', anchor: 'connect' }],
    [{ path: 'src/client.ts:2-3' }, { file: 'src/client.ts', lines: [2, 3] }],
    [
      { path: 'src/client.ts', lines: '2-3' },
      { file: 'src/client.ts', lines: [2, 3] },
    ],
  ])('%j', async (input, query) => {
    const { document } = await call(client, 'chronicle_read', input)
    expect(document).toMatchObject({ query })
  })

  test('a unit of one of several files is refused', async () => {
    const { text } = await call(client, 'chronicle_read', { paths: ['src/client.ts:connect', 'src/pool.ts'] })
    expect(text).toMatch(/^invalid_query: A unit or lines can be named for one path only/u)
  })

  test('an absolute path can name a unit', async () => {
    const path = `${join(station.repository.dir, 'src/client.ts')}:connect`
    expect((await call(client, 'chronicle_read', { path })).document).toMatchObject({ query: connect })
  })

  test.each([
    [':connect', connect],
    ['#L2-L3', { file: 'src/client.ts', lines: [2, 3] }],
  ])('so can a URL of a file: %s', async (part, query) => {
    const path = `${pathToFileURL(join(station.repository.dir, 'src/client.ts')).href}${part}`
    expect((await call(client, 'chronicle_read', { path })).document).toMatchObject({ query })
  })

  test.each(['file://elsewhere/src/client.ts', 'file:///src/%2Fclient.ts'])('not %s', async (path) => {
    const { text, isError } = await call(client, 'chronicle_read', { path })
    expect([isError, text.split(':')[0]]).toEqual([true, 'file_not_found'])
  })
})

describe('what brings back what was left out', () => {
  test.each([
    ['chronicle_lookup', { path: 'src/client.ts' }],
    ['chronicle_read', { path: 'src/client.ts' }],
  ])('%s: an argument, which does', async (tool, input) => {
    const plain = await connectClient({ chronicle: station.chronicle })
    const short = await call(plain, tool, { ...input, max_tokens: 150 })
    const [, budget] = /All: `max_tokens: (\d+)`/u.exec(short.text) ?? []
    expect(short.text).not.toContain('--')
    const whole = await call(plain, tool, { ...input, max_tokens: Number(budget) })
    expect(whole.text).not.toContain('Trimmed')
    await plain.close()
  })

  test('a failure names arguments', async () => {
    const { text } = await call(client, 'chronicle_flag', { path: 'src', reason: 'x' })
    expect(text).not.toContain('--')
  })
})
