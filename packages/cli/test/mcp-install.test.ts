import { spawn } from 'node:child_process'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse as parseJson } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import type { InstallReceipt } from '@chronicle/schema'
import { installReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TOOL_NAMES } from '@chronicle/mcp'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import { AGENT_CLIENTS, type AgentClientName } from '../src/install/agent-clients.ts'
import {
  chronicle,
  documentOf,
  failureOf,
  pathWithoutUs,
  testEnvironment,
  type CliRun,
  type CliRunOptions,
} from './run-chronicle.ts'

let repository: FixtureRepository
let home: string
beforeEach(async () => {
  repository = await createFixtureRepository()
  home = await mkdtemp(join(tmpdir(), 'chronicle-home-'))
})
afterEach(async () => {
  await repository.dispose()
  await rm(home, { recursive: true })
})

const SELF = ['/opt/node', '/opt/chronicle/bin.cjs']

function install(args: readonly string[], options: CliRunOptions = {}): Promise<CliRun> {
  const env = { HOME: home, ...options.env }
  return chronicle(repository.dir, ['mcp', 'install', ...args], { self: SELF, platform: 'linux', ...options, env })
}

async function receiptOf(args: readonly string[], options?: CliRunOptions): Promise<InstallReceipt> {
  return documentOf(await install([...args, '--format', 'json'], options), installReceiptSchema)
}

async function put(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return path
}

/** Returns everything in a folder except `.git`: each path with its content. */
async function contents(dir: string, below = ''): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(join(dir, below), { withFileTypes: true })) {
    const path = join(below, entry.name)
    if (entry.name === '.git') continue
    if (entry.isDirectory()) Object.assign(found, { [path]: '/' }, await contents(dir, path))
    else
      found[path] = entry.isSymbolicLink() ? await readlink(join(dir, path)) : await readFile(join(dir, path), 'utf8')
  }
  return found
}

const everything = async (): Promise<unknown> => [await contents(repository.dir), await contents(home)]

const PORTABLE = ['chronicle', 'mcp', 'start']
const ABSOLUTE = [SELF[1], 'mcp', 'start']
/** Arguments for clients that read files with their own tools. */
const NO_SOURCE = ['--tools', 'chronicle']
const HERE = [...PORTABLE, ...NO_SOURCE]
const VARIABLE = [...PORTABLE, '-C', '${workspaceFolder}', ...NO_SOURCE]

interface Case {
  readonly client: AgentClientName
  readonly scope: 'project' | 'user'
  readonly file: string
  readonly entry: (dir: string) => object
  readonly existing: string
}

const JSON_CONFIG = (key: string): string =>
  `{\n\t// mine\n\t"theme": "dark", // the theme\n\t"${key}": {\n\t\t"other": { "command": "x", "env": {"A": "1"} }, // kept\n\t},\n}\n`
const TOML_CONFIG = 'model = "gpt-5" # mine\n\n[mcp_servers.other]\ncommand = "x"\n\n[profiles.a]\nb = 1'

const CASES: readonly Case[] = [
  ['claude-code', 'project', '.mcp.json', { type: 'stdio', command: 'git', args: HERE }],
  ['claude-code', 'user', '.claude.json', { type: 'stdio', command: 'git', args: HERE }],
  ['cursor', 'project', '.cursor/mcp.json', { type: 'stdio', command: 'git', args: VARIABLE }],
  [
    'cursor',
    'user',
    '.cursor/mcp.json',
    { type: 'stdio', command: SELF[0], args: [...ABSOLUTE, '-C', '${workspaceFolder}', ...NO_SOURCE] },
  ],
  ['vscode', 'project', '.vscode/mcp.json', { type: 'stdio', command: 'git', args: VARIABLE }],
  [
    'vscode',
    'user',
    '.config/Code/User/mcp.json',
    { type: 'stdio', command: SELF[0], args: [...ABSOLUTE, '-C', '${workspaceFolder}', ...NO_SOURCE] },
  ],
  ['codex', 'project', '.codex/config.toml', { command: 'git', args: HERE }],
  ['codex', 'user', '.codex/config.toml', { command: 'git', args: HERE }],
  ['gemini', 'project', '.gemini/settings.json', { command: 'git', args: HERE }],
  ['gemini', 'user', '.gemini/settings.json', { command: 'git', args: HERE }],
  ['zed', 'project', '.zed/settings.json', { source: 'custom', command: 'git', args: HERE }],
  [
    'zed',
    'user',
    '.config/zed/settings.json',
    { source: 'custom', command: SELF[0], args: [...ABSOLUTE, ...NO_SOURCE] },
  ],
  [
    'claude-desktop',
    'user',
    '.config/Claude/claude_desktop_config.json',
    (dir: string) => ({ command: SELF[0], args: [...ABSOLUTE, '-C', dir] }),
  ],
].map(([client, scope, file, entry]) => {
  const { format, key } = AGENT_CLIENTS[client as AgentClientName]
  return {
    client: client as AgentClientName,
    scope: scope as Case['scope'],
    file: file as string,
    entry: typeof entry === 'function' ? entry : () => entry as object,
    existing: format === 'toml' ? TOML_CONFIG : JSON_CONFIG(key),
  }
})

describe.each(CASES)('$client, $scope', ({ client, scope, file, entry, existing }) => {
  const args = scope === 'user' ? [client, '--user'] : [client]
  const path = (): string => join(scope === 'user' ? home : repository.dir, file)
  const serversIn = (text: string): Record<string, unknown> => {
    const { format, key } = AGENT_CLIENTS[client]
    const document = (format === 'toml' ? parseToml(text) : parseJson(text)) as Record<string, Record<string, unknown>>
    return document[key] ?? {}
  }

  test('a file of its own, which goes again', async () => {
    const receipt = await receiptOf(args)
    expect(receipt).toMatchObject({
      status: 'changed',
      files: [{ path: path(), content: 'mcp_server', client, change: 'created' }],
    })
    expect(serversIn(await readFile(path(), 'utf8'))).toEqual({ chronicle: entry(repository.dir) })
    const again = await receiptOf(args)
    expect(again).toMatchObject({ status: 'unchanged', files: [{ change: 'unchanged' }] })
    expect(await receiptOf([...args, '--uninstall'])).toMatchObject({
      status: 'changed',
      files: [{ change: 'deleted' }],
    })
    expect(await contents(repository.dir)).toEqual({})
    await expect(stat(path())).rejects.toThrow('ENOENT')
  })

  test('an entry in a file that is there, which comes back to the byte', async () => {
    await put(path(), existing)
    await chmod(path(), 0o640)
    const before = await everything()
    const dry = await receiptOf([...args, '--dry-run'])
    expect(dry).toMatchObject({ status: 'changed', dry_run: true })
    expect(dry.files[0]?.diff).toMatch(/^--- [^\n]+\n\+\+\+ [^\n]+\n@@ [^]*^\+.*chronicle/mu)
    expect(await everything()).toEqual(before)

    await receiptOf(args)
    const text = await readFile(path(), 'utf8')
    expect(serversIn(text)).toEqual({ ...serversIn(existing), chronicle: entry(repository.dir) })
    expect((await stat(path())).mode & 0o777).toBe(0o640)
    expect(await receiptOf(args)).toMatchObject({ status: 'unchanged' })
    expect(await readFile(path(), 'utf8')).toBe(text)

    await receiptOf([...args, '--uninstall'])
    expect(await everything()).toEqual(before)
    expect(await receiptOf([...args, '--uninstall'])).toMatchObject({ status: 'unchanged' })
  })

  test('a malformed file is refused with the place', async () => {
    await put(path(), '{\n  "a": [1 2]\n')
    const before = await everything()
    const run = await install(args)
    expect(run.code).toBe(1)
    expect(failureOf(run)).toMatchObject({ code: 'config_malformed', data: { path: path() } })
    expect(failureOf(run).message).toMatch(/line \d, column \d+/u)
    expect(await everything()).toEqual(before)
  })
})

test('on other platforms, and where the environment says', async () => {
  const pathOf = async (args: readonly string[], options: CliRunOptions): Promise<string | undefined> =>
    (await receiptOf([...args, '--user', '--dry-run'], options)).files[0]?.path.replace(home, '~')
  const support = '~/Library/Application Support'
  expect(await pathOf(['claude-desktop'], { platform: 'darwin' })).toBe(`${support}/Claude/claude_desktop_config.json`)
  expect(await pathOf(['vscode'], { platform: 'darwin' })).toBe(`${support}/Code/User/mcp.json`)
  expect(await pathOf(['zed'], { platform: 'darwin' })).toBe('~/.config/zed/settings.json')
  const env = {
    APPDATA: `${home}/R`,
    XDG_CONFIG_HOME: `${home}/x`,
    CODEX_HOME: `${home}/c`,
    CLAUDE_CONFIG_DIR: `${home}/d`,
  }
  expect(await pathOf(['claude-desktop'], { platform: 'win32', env })).toBe('~/R/Claude/claude_desktop_config.json')
  expect(await pathOf(['zed'], { platform: 'win32', env })).toBe('~/R/Zed/settings.json')
  expect(await pathOf(['zed'], { env })).toBe('~/x/zed/settings.json')
  expect(await pathOf(['codex'], { env })).toBe('~/c/config.toml')
  expect(await pathOf(['claude-code'], { env })).toBe('~/d/.claude.json')
  expect(failureOf(await install(['codex', '--user'], { env: { HOME: '' } })).message).toContain('HOME is not set')
})

describe('without names', () => {
  test('nothing is guessed', async () => {
    const run = await install([])
    expect(run.code).toBe(1)
    expect(failureOf(run)).toMatchObject({ code: 'client_not_found', data: { clients: Object.keys(AGENT_CLIENTS) } })
    expect(failureOf(run).message).toContain('gemini (Gemini CLI)')
    expect(await everything()).toEqual([{}, {}])
  })

  test('those that have left traces, in the repository or at home', async () => {
    await put(join(repository.dir, 'CLAUDE.md'), '# x')
    await mkdir(join(home, '.codex'))
    await mkdir(join(home, '.config/Claude'), { recursive: true })
    const receipt = await receiptOf([])
    expect(receipt.files.map(({ client }) => client)).toEqual(['claude-code', 'codex'])
    expect(receipt.files[1]?.path).toBe(join(repository.dir, '.codex/config.toml'))
    const user = await receiptOf(['--user'])
    expect(user.files.map(({ client }) => client)).toEqual(['claude-desktop', 'codex'])
    const out = await receiptOf(['--uninstall'])
    expect(out.files.map(({ client, change }) => [client, change])).toEqual([
      ['claude-code', 'deleted'],
      ['codex', 'deleted'],
    ])
    expect(Object.keys(await contents(repository.dir))).toEqual(['CLAUDE.md'])
    expect((await install(['--uninstall'])).stdout).toBe('Nothing is installed.\n')
  })
})

describe('an entry that is there', () => {
  test('is brought up to date, and what the user added to it stays', async () => {
    const path = await put(
      join(repository.dir, '.mcp.json'),
      '{"mcpServers": {"chronicle": {"command": "chronicle", "args": ["mcp", "start"], "env": {"A": "1"}}}}',
    )
    await receiptOf(['claude-code', '--tools', 'lookup,chronicle_annotate'])
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      mcpServers: {
        chronicle: {
          type: 'stdio',
          command: 'git',
          args: [...PORTABLE, '--tools', 'lookup,chronicle_annotate'],
          env: { A: '1' },
        },
      },
    })
  })

  test('of another server is not touched', async () => {
    const text = '{"mcpServers": {"chronicle": {"command": "newspaper"}}}'
    const path = await put(join(repository.dir, '.mcp.json'), text)
    const run = await install(['claude-code'])
    expect([run.code, failureOf(run).code]).toEqual([1, 'config_conflict'])
    expect(failureOf(run).message).toContain('--name')
    expect((await receiptOf(['claude-code', '--uninstall'])).files[0]).toMatchObject({
      change: 'unchanged',
      note: expect.stringContaining('left alone') as string,
    })
    expect(await readFile(path, 'utf8')).toBe(text)
    await receiptOf(['claude-code', '--name', 'why'])
    expect(Object.keys((JSON.parse(await readFile(path, 'utf8')) as { mcpServers: object }).mcpServers)).toEqual([
      'chronicle',
      'why',
    ])
    await receiptOf(['claude-code', '--name', 'why', '--uninstall'])
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  test('of another repository is not replaced where a client has no projects', async () => {
    const other = await createFixtureRepository()
    await receiptOf(['claude-desktop'])
    const run = await install(['claude-desktop', '-C', other.dir])
    expect(failureOf(run)).toMatchObject({ code: 'config_conflict' })
    expect(failureOf(run).message).toContain(repository.dir)
    expect((await install(['claude-desktop', '-C', other.dir, '--name', 'other'])).code).toBe(0)
    await other.dispose()
  })
})

describe('files that cannot be edited', () => {
  const file = (): string => join(repository.dir, '.mcp.json')
  const refused = async (reason: string): Promise<void> => {
    const run = await install(['claude-code'])
    expect([run.code, failureOf(run).code]).toEqual([1, 'config_unwritable'])
    expect(failureOf(run).message).toContain(reason)
  }

  test('a read-only one', async () => {
    await put(file(), '{}')
    await chmod(file(), 0o444)
    await refused('read-only')
    expect(await readFile(file(), 'utf8')).toBe('{}')
  })

  test('links in a circle, a link to nothing, a folder, a part of the path that is a file', async () => {
    await symlink('.mcp.json', file())
    await refused('in a circle')
    await rm(file())
    await symlink('nowhere', file())
    await refused('leads nowhere')
    await rm(file())
    await mkdir(file())
    await refused('not a file')
    await put(join(repository.dir, '.cursor'), 'x')
    expect(failureOf(await install(['cursor'])).message).toContain('not a folder')
  })

  test('one that is not text', async () => {
    await writeFile(file(), Buffer.from([0x7b, 0xff, 0x7d]))
    expect(failureOf(await install(['claude-code']))).toMatchObject({ code: 'config_malformed' })
  })

  test('then none of the others is written either', async () => {
    await put(join(repository.dir, '.cursor/mcp.json'), '{')
    expect((await install(['claude-code', 'cursor'])).code).toBe(1)
    await expect(lstat(file())).rejects.toThrow('ENOENT')
  })
})

test('symbolic links are followed, and stay', async () => {
  const real = await put(join(home, 'dotfiles/mcp.json'), '{\n  "mcpServers": {}\n}\n')
  await symlink(real, join(repository.dir, '.mcp.json'))
  await receiptOf(['claude-code'])
  expect((await lstat(join(repository.dir, '.mcp.json'))).isSymbolicLink()).toBe(true)
  expect(await readFile(real, 'utf8')).toContain('"chronicle"')
  expect(await readdir(dirname(real))).toEqual(['mcp.json'])
  // The file contains nothing else, but deleting it would break the link.
  expect((await receiptOf(['claude-code', '--uninstall'])).files[0]?.change).toBe('updated')
  expect(await readFile(real, 'utf8')).toBe('{}\n')
  expect(await receiptOf(['claude-code'])).toMatchObject({ files: [{ change: 'updated' }] })
})

test('wrong usage', async () => {
  for (const [args, message] of [
    [['emacs'], /Allowed choices are claude-code/u],
    [['codex', '--name', 'a b'], /letters, digits/u],
    [['codex', '--tools', 'reed'], /no tool "reed". Did you mean read\?/u],
  ] as const) {
    const run = await install(args)
    expect([run.code, failureOf(run).code]).toEqual([2, 'usage'])
    expect(failureOf(run).message).toMatch(message)
  }
  const outside = await mkdtemp(join(tmpdir(), 'chronicle-none-'))
  expect(failureOf(await install(['codex', '-C', outside])).code).toBe('not_a_repository')
  expect((await install(['codex', '--user', '-C', outside])).code).toBe(0)
  await rm(outside, { recursive: true })
})

test('for people: what was done, what is left to do, and what git will not find', async () => {
  const run = await install(['codex', 'claude-code'], { env: { PATH: pathWithoutUs() } })
  expect(run.stdout.replaceAll(repository.dir, '…')).toBe(`Changed 2 files.
  + …/.codex/config.toml (MCP server, Codex): created
      Codex reads this file only in projects that it was told to trust.
  + …/.mcp.json (MCP server, Claude Code): created
      Claude Code asks once whether to use the servers of a project.
  warning: What was written runs \`git chronicle\`, but there is no git-chronicle on the PATH. Install @chronicle/cli globally, or put its bin folder on the PATH.
`)
  const dry = await install(['codex', '--uninstall', '--dry-run'])
  expect(dry.stdout.replaceAll(repository.dir, '…')).toBe(`Would change 1 file.
  + …/.codex/config.toml (MCP server, Codex): deleted

--- …/.codex/config.toml
+++ /dev/null
@@ -1,3 +0,0 @@
-[mcp_servers.chronicle]
-command = "git"
-args = ["chronicle", "mcp", "start", "--tools", "chronicle"]
`)
  const bin = join(home, 'bin')
  await put(join(bin, 'git-chronicle'), '#!/bin/sh\n')
  await chmod(join(bin, 'git-chronicle'), 0o755)
  expect((await receiptOf(['codex'], { env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } })).warnings).toEqual([])
})

test('what is installed starts the server', async () => {
  await repository.commitFiles('Add', { 'a.ts': 'export const a = 1\n' })
  const env = { ...testEnvironment, HOME: home, XDG_CONFIG_HOME: '' }
  const child = spawn(
    process.execPath,
    [...chronicleCommand, 'mcp', 'install', 'claude-desktop', '-C', repository.dir],
    { env },
  )
  await new Promise((resolve) => child.on('close', resolve))
  const [path = ''] = Object.keys(await contents(home)).filter((name) => name.endsWith('claude_desktop_config.json'))
  const { mcpServers } = JSON.parse(await readFile(join(home, path), 'utf8')) as {
    readonly mcpServers: { readonly chronicle: { readonly command: string; readonly args: string[] } }
  }
  const transport = new StdioClientTransport({
    ...mcpServers.chronicle,
    cwd: '/',
    env: env,
    stderr: 'pipe',
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  // This client does not read files itself.
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOL_NAMES)
  await client.close()
})
