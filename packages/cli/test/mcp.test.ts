import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import { chronicle, testEnvironment } from './run-chronicle.ts'
import { useStation } from './station.ts'

const env = Object.fromEntries(Object.entries(testEnvironment).map(([name, value]) => [name, value ?? '']))

const station = await useStation()

async function withClient(
  args: readonly string[],
  use: (client: Client) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...chronicleCommand, 'mcp', 'start', ...args],
    cwd: station.dir,
    env: { ...env, ...more },
    stderr: 'pipe',
  })
  const errors: Error[] = []
  const client = new Client({ name: 'test', version: '1' })
  client.onerror = (error) => errors.push(error)
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  await client.connect(transport)
  await use(client)
  await client.close()
  // Any other output on stdout would be an error.
  expect(errors).toEqual([])
  expect(stderr).toBe('')
}

async function textOf(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input })
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

describe('mcp start', () => {
  test('serves the repository to the official client', async () => {
    await withClient([], async (client) => {
      expect(client.getServerVersion()).toMatchObject({ name: 'chronicle' })
      expect(await textOf(client, 'chronicle_lookup', { path: 'src/client.rs', anchor: 'connect' })).toContain(
        'watchdog',
      )
      const input = { summary: 'y', commit: station.pool, regions: [{ file: 'src/pool.ts', intent: 'Few sockets' }] }
      expect(await textOf(client, 'chronicle_annotate', input)).toContain('merged')
      expect(await textOf(client, 'chronicle_read', { paths: ['src/pool.ts'] })).toContain('Few sockets')
    })
  })

  test('with the tools, the ref and the settings it is given', async () => {
    const args = ['-C', 'src', '--tools', 'read,annotate,chronicle_read', '--notes-ref', 'other']
    await withClient(
      [...args, '--structured'],
      async (client) => {
        const { tools } = await client.listTools()
        expect(tools.map(({ name }) => name)).toEqual(['chronicle_read', 'chronicle_annotate', 'read'])
        const read = { paths: ['src/client.rs'] }
        expect(await textOf(client, 'chronicle_read', read)).not.toContain('watchdog')
        const input = { summary: 'z', commit: station.retry, regions: [{ file: 'src/client.rs', intent: 'Elsewhere' }] }
        expect(await textOf(client, 'chronicle_annotate', input)).toContain('refs/notes/other')
        const { structuredContent } = await client.callTool({ name: 'chronicle_read', arguments: read })
        expect(structuredContent).toMatchObject({ query: { max_tokens: 777 }, regions: [{ intent: 'Elsewhere' }] })
      },
      { CHRONICLE_MAX_TOKENS: '777' },
    )
  })

  test('keeps notes, checks changes and takes doubts', async () => {
    await withClient([], async (client) => {
      expect((await client.listTools()).tools.some(({ outputSchema }) => outputSchema !== undefined)).toBe(false)
      const note = { text: 'Sockets are few', path: 'src/client.rs:connect' }
      expect(await textOf(client, 'chronicle_note', note)).toContain('src/client.rs:connect: Sockets are few')
      expect(await textOf(client, 'chronicle_check', { range: 'HEAD' })).toContain('What to verify in HEAD')
      const doubt = { path: 'src/client.rs:connect', all: true, reason: 'Unheard of', dry_run: true }
      expect(await textOf(client, 'chronicle_flag', doubt)).toMatch(/^Would flag /u)
    })
  })

  test('without a git binary', async () => {
    await withClient(['--git-backend', 'isomorphic'], async (client) => {
      expect(await textOf(client, 'chronicle_lookup', { path: 'src/client.rs', anchor: 'connect' })).toContain(
        'watchdog',
      )
    })
  })
})

describe('the process', () => {
  interface Ended {
    readonly code: number | null
    readonly stdout: string
    readonly stderr: string
  }

  /** Runs `mcp start`; `use` is called after each write. */
  function run(args: readonly string[], use: (child: ChildProcess, stderr: string) => void): Promise<Ended> {
    const child = spawn(process.execPath, [...chronicleCommand, 'mcp', 'start', ...args], { cwd: station.dir, env })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      use(child, stderr)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
      use(child, stderr)
    })
    // A server that has been told to end leaves its input unread, which breaks the pipe.
    child.stdin.on('error', () => undefined)
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, stdout, stderr }))
    })
  }

  test('ends well when its client closes stdin', async () => {
    const ended = await run([], (child) => child.stdin?.end())
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(ended.stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends well on %s', async (signal) => {
    const ended = await run([], (child) => child.kill(signal))
    expect(ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('serves HTTP until it is interrupted', async () => {
    const answers: Promise<string>[] = []
    const ended = await run(['--http', '0'], (child, stderr) => {
      const url = /^Serving (\S+)\n/u.exec(stderr)?.[1]
      if (url === undefined || answers.length > 0) return
      const client = new Client({ name: 'test', version: '1' })
      const asked = client
        .connect(new StreamableHTTPClientTransport(new URL(url)))
        .then(() => textOf(client, 'chronicle_lookup', { path: 'src/client.rs' }))
      answers.push(asked)
      void asked.finally(() => child.kill('SIGTERM'))
    })
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    expect(await answers[0]).toContain('watchdog')
  })
})

describe('what keeps it from starting is told on stderr alone', () => {
  test.each([
    [['--tools', 'reed'], 2, /no tool "chronicle_reed". Did you mean chronicle_read\?/u],
    [['--tools', ','], 2, /No tool is named/u],
    [['--http', '0', '--host', '0.0.0.0'], 2, /give a token/u],
    [['--http', '0', '--token', 'short'], 2, /at least 16 characters/u],
  ])('%j', async (args, code, message) => {
    const run = await chronicle(station.dir, ['mcp', 'start', ...args])
    expect(run).toMatchObject({ code, stdout: '' })
    expect(run.stderr).toMatch(message)
  })

  test('no repository', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chronicle-mcp-'))
    const run = await chronicle(folder, ['mcp', 'start'])
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/^error: .*repository/u)
    await rm(folder, { recursive: true })
  })

  test('a setting that cannot be', async () => {
    const run = await chronicle(station.dir, ['mcp', 'start'], { env: { CHRONICLE_DEPTH: 'deep' } })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('CHRONICLE_DEPTH')
  })
})

test('in a program of its own it uses the streams it is given, and a token from the environment', async () => {
  const run = await chronicle(station.dir, ['mcp', 'start'], { input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const weak = await chronicle(station.dir, ['mcp', 'start', '--http', '0'], { env: { CHRONICLE_MCP_TOKEN: 'x' } })
  expect(weak.stderr).toContain('at least 16 characters')
})

test('a port that is none is wrong usage', async () => {
  const run = await chronicle(station.dir, ['mcp', 'start', '--http', '70000'])
  expect(run.code).toBe(2)
  expect(run.stderr).toContain('Expected a port')
})

test('the shell completes it', async () => {
  expect((await chronicle(station.dir, ['complete', '--', 'mcp', ''])).stdout).toContain('start\tserve one repository')
  expect((await chronicle(station.dir, ['complete', '--', 'mcp', 'start', '--to'])).stdout).toMatch(
    /^--tools\t.*\n--token\t/u,
  )
})
