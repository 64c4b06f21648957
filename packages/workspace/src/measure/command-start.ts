import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The size of the files that a run of the built command loads, without git's own processes. */
export interface CommandStart {
  readonly command: string
  /** Number of JavaScript files. */
  readonly modules: number
  readonly bytes: number
  /** Median milliseconds from start to exit; only with `times`. */
  readonly milliseconds?: number
}

/** Commands whose start people and agents wait for. Each queries a repository with one commit. */
const COMMANDS: readonly (readonly string[])[] = [
  ['--version'],
  ['read', 'a.ts'],
  // Quotes no message, so it needs no parser of messages.
  ['read', 'a.ts', '--sources', 'notes'],
  ['lookup', 'a.ts'],
  ['status'],
  ['check', '--staged'],
]

/** Runs each command in a new repository and lists what it loaded. `times` is the number of timed runs of each. */
export function measureStarts(
  cliDir: string,
  { times = 0 }: { readonly times?: number } = {},
): readonly CommandStart[] {
  const folder = mkdtempSync(join(tmpdir(), 'chronicle-start-'))
  try {
    const hook = join(folder, 'list-modules.cjs')
    writeFileSync(hook, LIST_MODULES)
    makeRepository(folder)
    const program = join(cliDir, 'bin/git-chronicle.cjs')
    return COMMANDS.map((args) => {
      const { modules, bytes } = loadedModules(folder, [program, ...args], hook)
      const command = `git chronicle ${args.join(' ')}`
      return {
        command,
        modules,
        bytes,
        ...(times > 0 && { milliseconds: middleTime(folder, [program, ...args], times) }),
      }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Node loads the first file, which compiles the others itself. */
const LIST_MODULES = `
const vm = require('node:vm')
const compiled = []
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options)
    compiled.push(options.filename)
  }
}
process.on('exit', () => {
  const files = [...Object.keys(require.cache).filter((file) => file !== __filename), ...compiled]
  const { readFileSync, writeFileSync } = require('node:fs')
  writeFileSync(process.env.CHRONICLE_LOADED, JSON.stringify(files.map((file) => [file, readFileSync(file).length])))
})`

function loadedModules(cwd: string, args: readonly string[], hook: string): { modules: number; bytes: number } {
  const list = join(cwd, 'loaded.json')
  run(cwd, process.execPath, ['--require', hook, ...args], {
    CHRONICLE_LOADED: list,
    // With the compile cache, loaded modules could not be counted.
    NODE_DISABLE_COMPILE_CACHE: '1',
  })
  const files = JSON.parse(readFileSync(list, 'utf8')) as readonly (readonly [string, number])[]
  return { modules: files.length, bytes: files.reduce((sum, [, size]) => sum + size, 0) }
}

function middleTime(cwd: string, args: readonly string[], times: number): number {
  const durations = Array.from({ length: times }, () => {
    const started = performance.now()
    run(cwd, process.execPath, args)
    return performance.now() - started
  })
  return Math.round(durations.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0)
}

function makeRepository(dir: string): void {
  const git = (...args: readonly string[]): void =>
    run(dir, 'git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args])
  git('init', '--quiet')
  writeFileSync(join(dir, 'a.ts'), 'export function add(a: number, b: number): number {\n  return a + b\n}\n')
  git('add', 'a.ts')
  git('commit', '--quiet', '--message', 'Add')
}

function run(cwd: string, program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: join(cwd, 'cache'), ...env },
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with exit code ${String(status)}: ${stderr}`)
}
