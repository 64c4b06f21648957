import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from '../../src/checks/workspace-packages.ts'
import { chronicleCommand } from '../../src/testing/chronicle-command.ts'

/*
 * The command line of the MCP Inspector drives every tool. It needs a newer Node than Chronicle, so it runs on the Node
 * that is a dependency of this package. The server runs on the current Node.
 */
const modules = join(repositoryRoot, 'packages/workspace/node_modules')
const inspector = [
  join(modules, 'node/bin/node'),
  join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
  '--cli',
] as const
const server = [process.execPath, ...chronicleCommand, 'mcp', 'start']

let repository: FixtureRepository
let home: string
let http: ChildProcess
let url: string
beforeAll(async () => {
  repository = await createFixtureRepository()
  home = await mkdtemp(join(tmpdir(), 'chronicle-inspector-'))
  await repository.write({ 'src/add.ts': 'export function add(a: number, b: number): number {\n  return a + b\n}\n' })
  await repository.commit('Add')
  const [program = '', ...args] = server
  http = spawn(program, [...args, '-C', repository.dir, '--http', '0', '--structured'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output] = (await once(http.stderr!, 'data')) as [Buffer]
  url = /http\S+/u.exec(output.toString())?.[0] ?? ''
})
afterAll(async () => {
  http.kill('SIGTERM')
  if (http.exitCode === null) await once(http, 'exit')
  await rm(home, { recursive: true, force: true })
  await repository.dispose()
})

const region = { file: 'src/add.ts', anchor: 'add', intent: 'Sums two numbers.' }
/** For each tool: a call that succeeds, a call that fails, and the error code of the failure. */
const calls: Readonly<Record<string, readonly [answers: object, fails: object, code: string]>> = {
  chronicle_annotate: [
    { summary: 'Add', regions: [region] },
    { summary: 'Add', commit: 'nowhere' },
    'revision_not_found',
  ],
  chronicle_context: [{ task: 'Why does add round?' }, { task: '', rev: 'HEAD' }, 'task_empty'],
  chronicle_lookup: [{ path: 'src/add.ts', anchor: 'add' }, { path: 'absent.ts' }, 'file_not_found'],
  chronicle_read: [{ paths: ['src/add.ts'] }, { paths: [] }, 'invalid_query'],
  chronicle_deps: [{ path: 'src/add.ts' }, { path: 'absent.ts' }, 'file_not_found'],
  chronicle_history: [{ path: 'src/add.ts' }, { path: 'src/add.ts', limit: 0 }, 'invalid_query'],
  chronicle_summary: [{}, { path: 'absent.ts' }, 'file_not_found'],
  chronicle_check: [{ range: 'HEAD' }, { range: 'nowhere' }, 'revision_not_found'],
  chronicle_note: [{ text: 'Never rounds', path: 'src/add.ts:add' }, { text: '' }, 'invalid_query'],
  chronicle_flag: [
    { path: 'src/add.ts:add', reason: 'It rounds' },
    { path: 'absent.ts', reason: 'It rounds' },
    'file_not_found',
  ],
  read: [{ mode: 'file', target: 'src/add.ts' }, { mode: 'file', target: '../outside' }, 'invalid_path'],
}
/** Exit code of the Inspector when a tool reports a failure. */
const TOOL_FAILED = 5

describe.each(['stdio', 'http'] as const)('the Inspector over %s', (transport) => {
  const inspect = (...request: readonly string[]): Promise<Inspected> =>
    runInspector(transport === 'http' ? ['--server-url', url] : [...server, '-C', repository.dir], request)
  const callTool = (tool: string, input: object): Promise<Inspected> =>
    inspect('--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(input))

  test('lists every tool, and finds no error in their schemas', async () => {
    const { code, result } = await inspect('--method', 'tools/list', '--strict')
    expect(code).toBe(0)
    const { tools } = result as { readonly tools: readonly { readonly name: string }[] }
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort())
  })

  test.each(Object.entries(calls))('calls %s, which answers and fails', async (tool, [answers, fails, failure]) => {
    const answered = await callTool(tool, answers)
    expect(answered).toMatchObject({ code: 0, result: { content: [{ type: 'text' }] } })
    expect(JSON.stringify(answered.result)).toContain('src/add.ts')
    const failed = await callTool(tool, fails)
    expect(failed).toMatchObject({ code: TOOL_FAILED, result: { isError: true } })
    expect('structuredContent' in (failed.result as object)).toBe(transport === 'http')
    expect(JSON.stringify(failed.result)).toContain(`"text":"${failure}: `)
  })

  test('reads a note, and the prompt', async () => {
    await callTool('chronicle_annotate', { summary: 'Add', regions: [region] })
    const note = await inspect('--method', 'resources/read', '--uri', 'chronicle://note/HEAD')
    expect(note).toMatchObject({
      code: 0,
      result: { contents: [{ text: expect.stringContaining(region.intent) as string }] },
    })
    const prompt = await inspect('--method', 'prompts/get', '--prompt-name', 'annotate_commit')
    expect(prompt).toMatchObject({ code: 0, result: { messages: [{ role: 'user' }] } })
  })
})

interface Inspected {
  readonly code: number | null
  readonly result: unknown
}

async function runInspector(place: readonly string[], request: readonly string[]): Promise<Inspected> {
  const [node, ...program] = inspector
  const child = spawn(node, [...program, ...place, '--format', 'json', ...request], {
    // The Inspector keeps a catalogue of servers in its user's home directory.
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  const output = Buffer.concat((await child.stdout.toArray()) as Buffer[]).toString()
  const [code] = (await closed) as [number | null]
  return { code, ...(JSON.parse(output) as { readonly result: unknown }) }
}
