import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isEquivalent } from './equivalent-mutants.ts'
import { planMutants } from './plan-mutants.ts'
import { printReport } from './print-report.ts'
import {
  PASS_VARIABLE,
  progressFile,
  readProgress,
  recordProgress,
  SESSION_VARIABLE,
  writePlan,
  type PlannedMutant,
} from './session.ts'

/*
 * `npm run mutate -- <package> [folders or files below it] [--beside] [--sample <number>]`: makes one change at a time
 * in the chosen sources, runs the package's own tests that reach the change, and prints the changes that no test found.
 * With `--beside`, only the tests in the chosen folders run, which finds fewer changes and takes less time. A sample is
 * always the same one as long as the sources are.
 */

/**
 * Time without progress after which the current mutant counts as hanging the process. Longer than any test file takes
 * to load.
 */
const MAX_SILENCE_MS = Number(process.env['CHRONICLE_MUTATION_SILENCE_MS'] ?? 45_000)

/** Vitest runs tests in a separate process, which is ended with the process group of its parent. */
const ownGroup = process.platform !== 'win32'

/** Set when the user interrupts the run to see the results so far. */
let interrupted = false

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { beside: { type: 'boolean', default: false }, sample: { type: 'string' } },
})
const [packageName, ...chosenPaths] = positionals

if (values.sample !== undefined && !/^[1-9]\d*$/u.test(values.sample)) {
  console.error(`--sample takes the number of mutants to try; got '${values.sample}'.`)
  process.exitCode = 2
} else if (packageName === undefined) {
  console.error('Name a package and, if not all of it is meant, folders or files: npm run mutate -- core src/trim')
  process.exitCode = 2
} else {
  process.exitCode = await mutate(join(root, 'packages', packageName), chosenPaths.length === 0 ? ['src'] : chosenPaths)
}

async function mutate(folder: string, paths: readonly string[]): Promise<number> {
  const chosenPaths = paths.map((path) => resolve(folder, path))
  const missing = [folder, ...chosenPaths]
    .filter((path) => statSync(path, { throwIfNoEntry: false }) === undefined)
    .slice(0, 1)
  if (missing.length > 0) {
    console.error(`There is no ${missing.join()}.`)
    return 2
  }
  const sources = chosenPaths.flatMap(filesAt).filter((file) => /(?<!\.test|\.test-d)\.ts$/u.test(file))
  // Tests that need generated documents are in the package that generates them, in a folder named after the package.
  const laws = join(root, 'packages/testing/src', basename(folder))
  const testFiles = [join(folder, 'src'), join(folder, 'test'), laws]
    .filter((part) => statSync(part, { throwIfNoEntry: false }) !== undefined)
    .flatMap(filesAt)
    .filter((file) => file.endsWith('.test.ts'))
    .filter(
      (file) => !values.beside || chosenPaths.some((path) => file.startsWith(path) || dirname(file) === dirname(path)),
    )
  const { mutants, instrumented } = await planMutants(root, [...new Set(sources)])
  const sample = sampleOf(mutants, values.sample === undefined ? mutants.length : Number(values.sample))
  const meant = sample.filter((mutant) => !isEquivalent(mutant))
  const same = sample.length - meant.length
  if (sample.length < mutants.length) console.error(`A sample of ${String(mutants.length)} mutants:`)
  console.error(
    `${String(meant.length)} mutants in ${String(sources.length)} files, ${String(testFiles.length)} test files`,
  )
  if (same > 0) console.error(`${String(same)} more do the same as the source (src/mutation/equivalent-mutants.ts)`)

  const cache = join(root, 'node_modules/.cache/chronicle')
  mkdirSync(cache, { recursive: true })
  const session = mkdtempSync(join(cache, 'mutation-'))
  try {
    writePlan(session, { mutants: meant, instrumented, chosenPaths, testFiles })
    for (const pass of ['first', 'last'] as const) {
      while (!interrupted && (await runTests(session, pass))) {
        console.error('A mutant hung its test; going on after it.')
      }
    }
    const progress = readProgress(session)
    console.log(printReport(meant, progress))
    const finished = new Set(progress.flatMap((entry) => (entry.event === 'finished' ? [entry.testFile] : []))).size
    if (finished >= testFiles.length) return 0
    console.error(`Only ${String(finished)} of ${String(testFiles.length)} test files could be run.`)
    return 1
  } finally {
    rmSync(session, { recursive: true, force: true })
  }
}

/** Runs the tests of one pass, and returns whether a mutant hung them. */
function runTests(session: string, pass: 'first' | 'last'): Promise<boolean> {
  return new Promise((settle, reject) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url))
    const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
      cwd: root,
      env: { ...process.env, [SESSION_VARIABLE]: session, [PASS_VARIABLE]: pass, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: ownGroup,
    })
    let hung = false
    const watch = setInterval(() => {
      const written = statSync(progressFile(session), { throwIfNoEntry: false })?.mtimeMs
      if (written === undefined || Date.now() - written < MAX_SILENCE_MS) return
      const last = readProgress(session).at(-1)
      if (last?.event !== 'trying' || child.pid === undefined) return
      hung = true
      recordProgress(session, { ...last, event: 'killed', by: 'the time limit' })
      if (ownGroup) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    }, 1000)
    const forward = () => {
      interrupted = true
      if (child.pid !== undefined) process.kill(ownGroup ? -child.pid : child.pid, 'SIGKILL')
    }
    process.once('SIGINT', forward)
    child.on('error', reject)
    child.on('close', () => {
      clearInterval(watch)
      process.off('SIGINT', forward)
      settle(hung)
    })
  })
}

/**
 * Returns the given number of mutants, evenly spread by a hash of what they change. A change of one file does not
 * affect which mutants of other files are in the sample.
 */
function sampleOf(mutants: readonly PlannedMutant[], size: number): readonly PlannedMutant[] {
  const times = new Map<string, number>()
  const keys = new Map<PlannedMutant, string>()
  for (const mutant of mutants) {
    const change = [mutant.file, mutant.mutator, mutant.original, mutant.replacement].join('\0')
    const time = (times.get(change) ?? 0) + 1
    times.set(change, time)
    keys.set(
      mutant,
      createHash('sha256')
        .update(`${change}\0${String(time)}`)
        .digest('hex'),
    )
  }
  const chosen = new Set(
    mutants.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1)).slice(0, size),
  )
  return mutants.filter((mutant) => chosen.has(mutant))
}

/** Returns the file, or the files below the folder, in a fixed order. */
function filesAt(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((file) => join(path, file))
    .toSorted()
}
