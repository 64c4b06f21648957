import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishedPackages, readManifest, repositoryRoot } from '../src/checks/workspace-packages.ts'
import { runProgram } from '../src/demo/run-program.ts'

/*
 * The packages as a stranger gets them: packed, checked, and installed from the tarballs alone.
 */
const { packageManager } = readManifest(repositoryRoot)
const pnpm = (args: readonly string[], cwd: string): Promise<string> =>
  runProgram('npx', ['-y', packageManager, ...args], { cwd })

let folder: string
let tarballs: ReadonlyMap<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chronicle-packaging-'))
  const filters = publishedPackages().map(({ manifest }) => `--filter=${manifest.name}`)
  await pnpm(['-r', ...filters, 'pack', '--pack-destination', folder], repositoryRoot)
  const files = await readdir(folder)
  tarballs = new Map(
    publishedPackages().flatMap(({ shortName }) => {
      const file = files.find((name) => name.startsWith(`chronicle-${shortName}-`) && name.endsWith('.tgz'))
      return file === undefined ? [] : [[shortName, join(folder, file)]]
    }),
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function tarballOf(shortName: string): string {
  const file = tarballs.get(shortName)
  if (file === undefined) throw new Error(`${shortName} was not packed`)
  return file
}

describe.each(publishedPackages())('the tarball of $shortName', ({ shortName }) => {
  it('keeps what its package.json promises (publint)', async () => {
    const tarball = await readFile(tarballOf(shortName))
    const { messages, pkg } = await publint({
      strict: true,
      pack: {
        tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength),
      },
    })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })

  it('has types that match its modules (are the types wrong)', async () => {
    const attw = join(repositoryRoot, 'packages/workspace/node_modules/@arethetypeswrong/cli/dist/index.js')
    const args = [attw, tarballOf(shortName), '--profile', 'esm-only', '--format', 'json']
    // Exits with 1 on any problem of the profile.
    const report = JSON.parse(await runProgram(process.execPath, args, { cwd: folder })) as {
      readonly analysis: { readonly types: unknown }
    }
    expect(report.analysis.types).toBeTruthy()
  })

  it('holds a licence and no tests', async () => {
    const list = (await runProgram('tar', ['-tzf', tarballOf(shortName)], { cwd: folder })).trim().split('\n')
    expect(list).toContain('package/LICENSE')
    expect(list.filter((path) => /\.test(-d)?\.|\/test\//.test(path))).toEqual([])
  })
})

describe('installed from the tarballs', () => {
  let project: string
  const command = (): string => join(project, 'node_modules/.bin/git-chronicle')

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'chronicle-installed-'))
    const overrides = Object.fromEntries([...tarballs].map(([name, file]) => [`@chronicle/${name}`, `file:${file}`]))
    const manifest = { name: 'stranger', private: true, type: 'module', dependencies: overrides, pnpm: { overrides } }
    await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
    await pnpm(['install', '--prefer-offline', '--ignore-scripts', '--ignore-workspace'], project)
  })

  afterAll(() => rm(project, { recursive: true, force: true }))

  it('the command says its version', async () => {
    const { version } = readManifest(join(repositoryRoot, 'packages/cli'))
    expect(await runProgram(command(), ['--version'], { cwd: project })).toContain(version)
  })

  it('the command reads back what it was told', async () => {
    const git = (...args: readonly string[]): Promise<string> => runProgram('git', args, { cwd: project })
    await git('init', '--quiet')
    await git('config', 'user.name', 'A Stranger')
    await git('config', 'user.email', 'stranger@example.com')
    await writeFile(join(project, 'add.ts'), 'export function add(a: number, b: number): number {\n  return a + b\n}\n')
    await git('add', 'add.ts')
    await git('commit', '--quiet', '--message', 'Add')
    const region = { file: 'add.ts', anchor: 'add', intent: 'Sum two numbers.', constraints: ['Never rounds.'] }
    await runProgram(command(), ['annotate', '--live'], {
      cwd: project,
      input: JSON.stringify({ commit: 'HEAD', summary: 'Add', regions: [region] }),
    })
    const answer = await runProgram('git', ['chronicle', 'read', 'add.ts', 'add'], {
      cwd: project,
      env: { PATH: `${join(project, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
    })
    expect(answer).toContain('Sum two numbers.')
    expect(answer).toContain('Never rounds.')
  })

  it('the command serves agents, over stdio and over HTTP', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'stranger', version: '1' } },
    }
    const lookup = { name: 'chronicle_lookup', arguments: { path: 'add.ts' } }
    const server = spawn(command(), ['mcp', 'start'], { cwd: project, stdio: ['pipe', 'pipe', 'inherit'] })
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
    const ask = async (message: object): Promise<unknown> => {
      server.stdin.write(`${JSON.stringify(message)}\n`)
      return JSON.parse(String((await lines.next()).value)) as unknown
    }
    expect(await ask(initialize)).toMatchObject({ id: 1, result: { serverInfo: { name: 'chronicle' } } })
    const answer = await ask({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: lookup })
    expect(JSON.stringify(answer)).toContain('Sum two numbers.')
    server.stdin.end()
    expect(await once(server, 'exit')).toEqual([0, null])

    const http = spawn(command(), ['mcp', 'start', '--http', '0'], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
    const [said] = (await once(http.stderr, 'data')) as [Buffer]
    const response = await fetch(/http\S+/u.exec(said.toString())?.[0] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(initialize),
    })
    expect(await response.text()).toContain('"name":"chronicle"')
    http.kill('SIGTERM')
    expect(await once(http, 'exit')).toEqual([0, null])
  })

  describe('the command keeps its compiled code', () => {
    let cache: string
    const kept = (): string => join(cache, 'chronicle/code')
    const start = (env: Readonly<Record<string, string>> = {}): Promise<string> =>
      runProgram(command(), ['--version'], { cwd: project, env: { XDG_CACHE_HOME: cache, ...env } })

    beforeEach(async () => {
      cache = await mkdtemp(join(tmpdir(), 'chronicle-cache-'))
    })
    afterEach(() => rm(cache, { recursive: true, force: true }))

    it('where only its user can write, and starts with what is there', async () => {
      const first = await start()
      const names = await readdir(kept(), { recursive: true })
      expect(names.length).toBeGreaterThan(0)
      expect((await stat(kept())).mode & 0o777).toBe(0o700)
      expect(await start()).toBe(first)
      expect(await readdir(kept(), { recursive: true })).toEqual(names)
    })

    it('and compiles again what was cut off or replaced', async () => {
      const first = await start()
      for (const entry of await readdir(kept(), { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) await truncate(join(entry.parentPath, entry.name), 1000)
      }
      expect(await start()).toBe(first)
      for (const entry of await readdir(kept(), { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) await writeFile(join(entry.parentPath, entry.name), 'not compiled code')
      }
      expect(await start()).toBe(first)
    })

    it('but not where others can write, nor when told not to', async () => {
      await mkdir(kept(), { recursive: true })
      await chmod(kept(), 0o777)
      await start()
      expect(await readdir(kept())).toEqual([])
      await rm(cache, { recursive: true, force: true })
      await start({ NODE_DISABLE_COMPILE_CACHE: '1' })
      await expect(stat(cache)).rejects.toThrow('ENOENT')
    })
  })

  it('every entry of every package can be imported', async () => {
    const entries = publishedPackages().flatMap(({ manifest }) =>
      Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
        typeof target === 'string' ? [] : [`${manifest.name}${path.slice(1)}`],
      ),
    )
    // The suites of @chronicle/testing load inside vitest only.
    const portable = entries.filter((entry) => entry !== '@chronicle/testing')
    const script = portable.map((entry) => `await import(${JSON.stringify(entry)})`).join('\n')
    await writeFile(join(project, 'import-all.js'), script)
    await runProgram(process.execPath, ['import-all.js'], { cwd: project })
  })
})
