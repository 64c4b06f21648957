import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { InstallReceipt } from '@chronicle/schema'
import { installReceiptSchema } from '@chronicle/schema/validate'
import { chronicle, documentOf, type CliRun, type CliRunOptions } from './run-chronicle.ts'

/** One start of the stand-in, with the inputs it received. */
export interface Started {
  readonly args: readonly string[]
  readonly stdin: string
  readonly cwd: string
}

/** The exit code of git, and the output of git and its hooks. */
export interface GitRun {
  readonly code: number | null
  readonly text: string
}

/**
 * Replaces the program that the hooks start: it logs its arguments and its input. With `CHRONICLE_TEST_GATE` it waits
 * until that file exists; `CHRONICLE_TEST_FAIL` makes it fail with as much noise as possible.
 */
const STAND_IN = `
const { appendFileSync, existsSync, readFileSync } = require('node:fs')
const { CHRONICLE_TEST_GATE: gate, CHRONICLE_TEST_FAIL: fail } = process.env
const stdin = readFileSync(0, 'utf8')
const end = () => {
  appendFileSync(__dirname + '/started', JSON.stringify({ args: process.argv.slice(2), stdin, cwd: process.cwd() }) + '\\n')
  console.log('said by the stand-in')
  console.error('said by the stand-in')
  if (fail !== undefined) throw new Error(fail)
}
const wait = () => (gate === undefined || existsSync(gate) ? end() : setTimeout(wait, 10))
wait()
`

/** A folder with a stand-in, in which repositories are created; the test removes it. */
export interface Workbench {
  readonly dir: string
  readonly home: string
  /** The command line that `init` is told it was started with. */
  readonly self: readonly string[]
  /** Runs git as a user does, and waits for the hooks to finish unless `env` says otherwise. */
  git(cwd: string, args: readonly string[], env?: Readonly<Record<string, string | undefined>>): Promise<GitRun>
  /** Runs git, which must succeed, and returns its output without the final newline. */
  ask(cwd: string, ...args: readonly string[]): Promise<string>
  repository(name: string, ...options: readonly string[]): Promise<string>
  chronicle(cwd: string, args: readonly string[], options?: CliRunOptions): Promise<CliRun>
  receipt(cwd: string, args: readonly string[], options?: CliRunOptions): Promise<InstallReceipt>
  /** Returns the starts of the stand-in since the last call. */
  started(): Promise<readonly Started[]>
  dispose(): Promise<void>
}

export async function createWorkbench(): Promise<Workbench> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'chronicle-hooks-')))
  const home = join(dir, 'home')
  const log = join(dir, 'started')
  const standIn = join(dir, 'stand-in.cjs')
  await mkdir(home)
  await writeFile(standIn, STAND_IN)
  const self = [process.execPath, standIn]
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_EDITOR: 'true',
    CHRONICLE_HOOKS: 'wait',
  }
  let seen = 0
  const bench: Workbench = {
    dir,
    home,
    self,
    git: (cwd, args, env = {}) => runGit(cwd, args, { ...environment, ...env }),
    async ask(cwd, ...args) {
      const { code, text } = await bench.git(cwd, args)
      if (code !== 0) throw new Error(`git ${args.join(' ')}: ${code} ${text}`)
      return text.trimEnd()
    },
    async repository(name, ...options) {
      const path = join(dir, name)
      await bench.ask(dir, 'init', '--quiet', '--initial-branch=main', ...options, path)
      return path
    },
    chronicle: (cwd, args, options = {}) =>
      chronicle(cwd, args, {
        self,
        ...options,
        env: { HOME: home, GIT_CONFIG_GLOBAL: join(home, '.gitconfig'), ...options.env },
      }),
    async receipt(cwd, args, options) {
      return documentOf(await bench.chronicle(cwd, [...args, '--json'], options), installReceiptSchema)
    },
    async started() {
      const text = await readFile(log, 'utf8').catch(() => '')
      const lines = text.split('\n').slice(seen, -1)
      seen += lines.length
      return lines.map((line) => JSON.parse(line) as Started)
    },
    dispose: () => rm(dir, { recursive: true, force: true }),
  }
  return bench
}

/** Resolves when git has ended and no process holds a pipe to it any more, including a third one. */
function runGit(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<GitRun> {
  const child = spawn('git', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdio[3]?.on('data', () => undefined)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text }))
  })
}

/** Writes a file, executable by default. */
export async function put(path: string, text: string | Uint8Array, mode = 0o755): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text, { mode })
}

/** Returns everything in some folders and files: each path with its mode and content. */
export async function snapshot(...paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  for (const path of paths.filter((each) => existsSync(each))) {
    const { mode } = await lstat(path)
    if ((mode & 0o170000) === 0o120000) found[path] = `link to ${await readlink(path)}`
    else if ((mode & 0o170000) === 0o040000) {
      found[path] = `folder ${mode.toString(8)}`
      Object.assign(found, await snapshot(...(await readdir(path)).map((name) => join(path, name))))
    } else found[path] = `${mode.toString(8)} ${(await readFile(path)).toString('latin1')}`
  }
  return found
}
