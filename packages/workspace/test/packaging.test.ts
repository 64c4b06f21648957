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

/* Tests the packages as users get them: packed, checked, and installed from the tarballs alone. */
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
    // `attw` exits with 1 on any problem within the profile.
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

/** Creates a project that depends on some of the packages, installed from the tarballs. */
async function installProject(shortNames: readonly string[], options: readonly string[] = []): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'chronicle-installed-'))
  const overrides = Object.fromEntries([...tarballs].map(([name, file]) => [`@chronicle/${name}`, `file:${file}`]))
  const dependencies = Object.fromEntries(shortNames.map((name) => [`@chronicle/${name}`, `file:${tarballOf(name)}`]))
  const manifest = { name: 'stranger', private: true, type: 'module', dependencies, pnpm: { overrides } }
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
  await pnpm(['install', '--prefer-offline', '--ignore-scripts', '--ignore-workspace', ...options], project)
  return project
}

/** A program that hands its own optional arguments on, as all of them may be left out. */
const UNDEFINED_OPTIONS = `
import { createQueries, createReadPipeline, weightedScorer, type ReadPipelineOptions } from '@chronicle/core'
import { createContextPipeline, type ContextPipelineOptions } from '@chronicle/context'
import { createGitCli } from '@chronicle/git-cli'
import { openChronicle, type WriteOptions } from '@chronicle/node'
import { createSourceReader, type SourceReaderOptions } from '@chronicle/source'

type Given<T> = { [K in keyof T]-?: T[K] | undefined }

interface Arguments {
  budget?: number
  rev?: string
  signal?: AbortSignal
  limit?: number
  scorer?: 'calibrated' | 'specified'
}

export async function ask(dir: string, { budget, rev, signal, limit, scorer }: Arguments): Promise<void> {
  await using chronicle = openChronicle({ dir, scorer, cacheDir: undefined, notesRefs: undefined })
  await chronicle.read({ files: ['a'], maxTokens: budget, at: rev, maxRegions: limit }, { signal })
  await chronicle.lookup({ file: 'a', maxTokens: budget, anchor: undefined }, { signal })
  await chronicle.check({ change: undefined, minConfidence: undefined, maxTokens: budget }, { signal })
  await chronicle.grep({ pattern: undefined, paths: undefined, maxTokens: budget })
  await chronicle.log({ limit, maxTokens: budget })
  await chronicle.retrieve({ task: 'x', budget, rev }, { signal })
  await chronicle.annotate({}, { tool: undefined, notesRef: undefined, dryRun: undefined, signal })
  await chronicle.flag({ path: 'a', reason: 'x', anchor: undefined }, { dryRun: undefined, signal })
  await chronicle.sync.pull({ remote: undefined, mayAsk: undefined, signal })
  const author = { tags: [], rejected: [], notes: [], squashSources: [] }
  await chronicle.nextCommit.add(author, { hours: 1, saidAt: undefined, signal })
  await chronicle.reconcile({ branch: rev, copies: undefined, signal })
  await chronicle.condense({ limit, model: undefined, signal })
  await chronicle.enrich({ model: { provider: 'x', model: undefined, limit: { usd: limit } }, at: undefined, signal })
  const writing: Given<WriteOptions> = {} as Given<WriteOptions>
  await chronicle.openWriting(writing)
  const { git } = chronicle
  createGitCli({ dir, environment: undefined, limits: { processes: limit } })
  createReadPipeline({ ...({} as Given<Omit<ReadPipelineOptions, 'git'>>), git })
  createQueries({ git, ast: undefined, scorer: weightedScorer({ halfLifeDays: limit, weights: { recency: limit } }) })
  const { ast } = chronicle
  createContextPipeline({ ...({} as Given<ContextPipelineOptions>), git, ast, store: {} as ContextPipelineOptions['store'] })
  createSourceReader({ ...({} as Given<SourceReaderOptions>), git, ast, limits: { pageLines: limit } })
}
`

/** Returns every entry point of every package, by its import specifier. */
function importableEntries(): readonly string[] {
  return publishedPackages().flatMap(({ manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
      typeof target === 'string' ? [] : [`${manifest.name}${path.slice(1)}`],
    ),
  )
}

describe('an installation of the command alone', () => {
  /** Maximum size on disk of @chronicle/cli with all its dependencies, in bytes. It currently takes 107 MiB. */
  const MAX_SIZE = 120 * 1024 * 1024

  let project: string
  let files: readonly string[]

  beforeAll(async () => {
    // Uses npm's layout: every package is a folder, and none is a link.
    project = await installProject(['cli'], ['--config.node-linker=hoisted'])
    const entries = await readdir(join(project, 'node_modules'), { recursive: true, withFileTypes: true })
    files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  })

  afterAll(() => rm(project, { recursive: true, force: true }))

  it('takes no more than its bound', async () => {
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SIZE)
  })

  it('brings nothing that is built, or runs a script, when it is installed', async () => {
    expect(files.filter((file) => /\.node$|\/binding\.gyp$/u.test(file))).toEqual([])
    const manifests = files.filter((file) => /\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/u.test(file))
    expect(manifests.length).toBeGreaterThan(50)
    const running: string[] = []
    for (const file of manifests) {
      const { scripts = {} } = JSON.parse(await readFile(file, 'utf8')) as { readonly scripts?: object }
      if (['preinstall', 'install', 'postinstall'].some((name) => name in scripts)) running.push(file)
    }
    expect(running).toEqual([])
  })

  it('brings no tools of developers', () => {
    const tools =
      /\/node_modules\/(?:typescript|esbuild|rollup|@rollup|vite|vitest|eslint|prettier|tsup|npm-check-updates|node-gyp[^/]*|tree-sitter-cli|fast-check)\//u
    expect(files.filter((file) => tools.test(file))).toEqual([])
  })

  it('outlines with grammars of every origin', async () => {
    const script = `
      import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
      const parser = createTreeSitterParser()
      for (const [path, text] of [['a.kt', 'fun a() {}'], ['a.scala', 'def a = 1'], ['a.swift', 'func a() {}'], ['a.c', 'int a(void) {}'], ['a.go', 'func a() {}']])
        console.log(path, (await parser.outline({ path, text }))._unsafeUnwrap().units.map((unit) => unit.name).join())`
    await writeFile(join(project, 'outline.js'), script)
    const outlined = await runProgram(process.execPath, ['outline.js'], { cwd: project })
    expect(outlined.trim().split('\n')).toEqual(['a.kt a', 'a.scala a', 'a.swift a', 'a.c a', 'a.go a'])
  })
})

describe('installed from the tarballs', () => {
  let project: string
  const command = (): string => join(project, 'node_modules/.bin/git-chronicle')

  beforeAll(async () => {
    project = await installProject([...tarballs.keys()])
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
    server.stdin.on('error', () => undefined)
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
    const [output] = (await once(http.stderr, 'data')) as [Buffer]
    const response = await fetch(/http\S+/u.exec(output.toString())?.[0] ?? '', {
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

    // Grammars run with V8 flags of their own, and V8 rejects code that was compiled with other flags.
    it('and starts with it after others have parsed', async () => {
      const cwd = join(cache, 'repository')
      await mkdir(cwd)
      await writeFile(join(cwd, 'parsed.ts'), 'export function parsed() {}\n')
      const identity = ['-c', 'user.name=A Stranger', '-c', 'user.email=stranger@example.com']
      for (const args of [
        ['init', '--quiet'],
        ['add', '.'],
        [...identity, 'commit', '--quiet', '--message', 'Add'],
      ]) {
        await runProgram('git', args, { cwd })
      }
      const parse = async (): Promise<string> => {
        await rm(join(cwd, '.git/chronicle'), { recursive: true, force: true })
        return runProgram(command(), ['read', 'parsed.ts', 'parsed'], { cwd, env: { XDG_CACHE_HOME: cache } })
      }
      const times = async (): Promise<ReadonlyMap<string, number>> => {
        const entries = (await readdir(kept())).map(async (name) => {
          return [name.replace(/\.cjs.*/u, ''), (await stat(join(kept(), name))).mtimeMs] as const
        })
        return new Map(await Promise.all(entries))
      }
      const first = await parse()
      const before = await times()
      expect([...before.keys()]).toEqual(expect.arrayContaining(['bin', 'bin-run-read', 'bin-outline-tree']))
      expect(await parse()).toBe(first)
      expect(await times()).toEqual(before)
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

  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('a strict program that imports every entry compiles with $moduleResolution', async (resolution) => {
    const imports = importableEntries().map((entry, index) => `export * as entry${index} from '${entry}'`)
    await writeFile(join(project, 'imports-all.ts'), imports.join('\n'))
    await writeFile(join(project, 'undefined-options.ts'), UNDEFINED_OPTIONS)
    const compilerOptions = {
      ...resolution,
      ...{ target: 'es2023', lib: ['es2023'], strict: true, exactOptionalPropertyTypes: true, noEmit: true },
      skipLibCheck: false,
      // Types of Node but not of browsers: the minimum of a program on Node.
      types: ['node'],
      typeRoots: [join(repositoryRoot, 'node_modules/@types')],
    }
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['imports-all.ts', 'undefined-options.ts'] }),
    )
    const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
    await runProgram(process.execPath, [tsc, '-p', '.'], { cwd: project })
  })

  it('every entry of every package can be imported', async () => {
    // The suites of @chronicle/testing load inside vitest only.
    const portable = importableEntries().filter((entry) => entry !== '@chronicle/testing')
    const script = portable.map((entry) => `await import(${JSON.stringify(entry)})`).join('\n')
    await writeFile(join(project, 'import-all.js'), script)
    await runProgram(process.execPath, ['import-all.js'], { cwd: project })
  })
})
