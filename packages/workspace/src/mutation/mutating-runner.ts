import { startTests, type Suite, type Task, type Test, type File } from '@vitest/runner'
import { relative } from 'node:path'
import { TestRunner, vi } from 'vitest'
import { runTest } from './run-test.ts'
import {
  PASS_VARIABLE,
  readPlan,
  readProgress,
  recordProgress,
  SESSION_VARIABLE,
  type PlannedMutant,
} from './session.ts'

/** The switches of the instrumented sources. Names are those of StrykerJS. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: {
    static: Record<string, number>
    perTest: Record<string, Record<string, number>>
  }
}

const globals = globalThis as { __stryker__?: Switches }
const switches: Switches = (globals.__stryker__ ??= {})

/** Tests that take longer are not run for each mutant. */
const SLOW_TEST_MS = Number(process.env['CHRONICLE_MUTATION_SLOW_MS'] ?? 4000)

/** Tests that take longer are only run for mutants that no quicker test of any file has found. */
const QUICK_TEST_MS = Number(process.env['CHRONICLE_MUTATION_QUICK_MS'] ?? 200)

/** Maximum time for trying a mutant with the tests of one file. After that it counts as not found. */
const MAX_MUTANT_MS = Number(process.env['CHRONICLE_MUTATION_MUTANT_MS'] ?? 15_000)

/** Factor by which a mutant may slow a test down before the test counts as hanging. */
const MAX_SLOWDOWN = 20
const MIN_TIMEOUT_MS = 10_000

/**
 * Factor by which a mutant in a loop may be reached more often than without the mutant before the loop counts as
 * endless.
 */
const MAX_HITS_FACTOR = 100

/**
 * Runs the tests of a file, and then for each mutant the tests that reach it, in the same process: modules are loaded
 * once, so a mutant costs only the time of its tests. Mutants that no test found are tried in a second pass with tests
 * that take longer. Those that run while modules load are then tried by loading the modules again.
 */
export default class MutatingRunner extends TestRunner {
  private readonly session = process.env[SESSION_VARIABLE] ?? ''
  /** Whether this is the second pass. */
  private readonly last = process.env[PASS_VARIABLE] === 'last'
  private mutating = false

  override onBeforeTryTask(test: Task): void {
    if (!this.mutating) switches.currentTestId = test.id
    super.onBeforeTryTask(test)
  }

  override onAfterRunTask(test: Test): void {
    if (!this.mutating) switches.currentTestId = undefined
    super.onAfterRunTask(test)
  }

  // Vitest waits for it; the declaration of its own implementation says only what that one does.
  // eslint-disable-next-line @typescript-eslint/no-misused-promises
  override async onAfterRunFiles(files?: readonly File[]): Promise<void> {
    super.onAfterRunFiles()
    if (this.mutating || files === undefined) return
    this.mutating = true
    for (const file of files) await this.mutate(file)
  }

  private async mutate(file: File): Promise<void> {
    const testFile = relative(process.cwd(), file.filepath)
    const tests = testsOf(file).filter((test) => test.result?.state === 'pass')
    if (tests.length < testsOf(file).filter((test) => test.mode === 'run').length) {
      recordProgress(this.session, { event: 'failed', testFile })
    }
    const usable = tests.filter((test) => {
      const fast = durationOf(test) <= SLOW_TEST_MS
      if (!fast) recordProgress(this.session, { event: 'slow', testFile, test: test.name })
      return fast
    })
    const coverage = switches.mutantCoverage ?? { static: {}, perTest: {} }
    const mutants = readPlan(this.session).mutants
    const inTests = new Set(Object.values(coverage.perTest).flatMap(Object.keys))
    const usedSources = new Set(mutants.filter(({ id }) => inTests.has(id)).map(({ file: source }) => source))
    const onlyStatic = new Set(mutants.map(({ file: source }) => source))
    for (const { id, file: source } of mutants) if (!Object.hasOwn(coverage.static, id)) onlyStatic.delete(source)
    // Every test file loads many modules. A test file counts as reaching constants only if it also calls functions
    // beside them.
    const staticHere = mutants.filter(
      ({ id, file: source }) =>
        Object.hasOwn(coverage.static, id) && (usedSources.has(source) || onlyStatic.has(source)),
    )
    // A copy, because mutants reached by repeated tests are recorded as reached while modules load.
    const atLoad: ReadonlySet<PlannedMutant> = new Set(staticHere)
    const covered = mutants.filter((mutant) => inTests.has(mutant.id) || atLoad.has(mutant))
    recordProgress(this.session, { event: 'covered', testFile, mutants: covered.map(({ id }) => id) })

    // A test that reaches few mutants is likely to be about them.
    const breadths = new Map(Object.entries(coverage.perTest).map(([id, met]) => [id, Object.keys(met).length]))
    const breadthOf = ({ id }: Test): number => breadths.get(id) ?? 0
    const settled = settledMutants(this.session, testFile)
    const open = covered.filter(({ id }) => !settled.has(id))
    const repeatable = open.length === 0 ? new Set<Test>() : await this.repeatable(usable)
    for (const mutant of open) {
      const meeting = usable
        .filter((test) => Object.hasOwn(coverage.perTest[test.id] ?? {}, mutant.id))
        .toSorted((a, b) => breadthOf(a) - breadthOf(b))
      const here = meeting.filter((test) => repeatable.has(test))
      const inTurn = here.filter((test) => (this.last ? durationOf(test) > QUICK_TEST_MS / 2 : isQuick(test)))
      const elsewhere = atLoad.has(mutant) ? usable : meeting.filter((test) => !repeatable.has(test))
      this.recordTrial(mutant, file)
      let by = await this.firstFailing(mutant, inTurn, coverage.perTest)
      if (this.last && elsewhere.length > 0) by ??= await this.failsAfterReload(file, mutant, elsewhere)
      const undecided = !this.last && (elsewhere.length > 0 || inTurn.length < here.length)
      if (by !== undefined) recordProgress(this.session, { event: 'killed', mutant: mutant.id, testFile, by })
      else recordProgress(this.session, { event: undecided ? 'undecided' : 'lived', mutant: mutant.id, testFile })
    }
    if (this.last) recordProgress(this.session, { event: 'finished', testFile })
  }

  /** Records that a mutant is being tried, and that nothing hangs so far. */
  private recordTrial(mutant: PlannedMutant, file: File): void {
    const testFile = relative(process.cwd(), file.filepath)
    recordProgress(this.session, { event: 'trying', mutant: mutant.id, testFile })
  }

  /** Returns the tests that pass a second time in the same process, after the first run. */
  private async repeatable(tests: readonly Test[]): Promise<ReadonlySet<Test>> {
    const found = new Set<Test>()
    for (const test of tests) {
      if (!(await this.fails(test))) found.add(test)
    }
    return found
  }

  private async firstFailing(
    mutant: PlannedMutant,
    tests: readonly Test[],
    hits: Readonly<Record<string, Record<string, number>>>,
  ): Promise<string | undefined> {
    const end = Date.now() + MAX_MUTANT_MS
    try {
      for (const test of tests) {
        if (Date.now() > end) break
        this.recordTrial(mutant, test.file)
        switches.activeMutant = mutant.id
        switches.hitCount = 0
        switches.hitLimit = MAX_HITS_FACTOR * (hits[test.id]?.[mutant.id] ?? 1)
        if (await this.fails(test)) return test.name
      }
      return undefined
    } finally {
      switches.activeMutant = undefined
      switches.hitCount = undefined
    }
  }

  private async fails(test: Test): Promise<boolean> {
    const limit = Math.max(MIN_TIMEOUT_MS, MAX_SLOWDOWN * durationOf(test))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The test hangs.')), limit)
    })
    try {
      // Restores the snapshot state, which is removed after a file has run and which every test needs.
      await this.onBeforeRunSuite(test.file)
      this.onBeforeTryTask(test)
      await Promise.race([runTest(test), late])
      this.onAfterTryTask(test)
      // `expect.soft` and failures inside a property set the state without throwing.
      return test.result?.state === 'fail'
    } catch {
      return true
    } finally {
      clearTimeout(timer)
      if (test.result !== undefined) test.result.state = 'pass'
    }
  }

  /** Loads the test file and all its imports again with the mutant switched on, and runs some tests until one fails. */
  private async failsAfterReload(
    file: File,
    mutant: PlannedMutant,
    tests: readonly Test[],
  ): Promise<string | undefined> {
    vi.resetModules()
    switches.activeMutant = mutant.id
    const wanted = new Set(tests.map(fullName))
    let failed: string | undefined
    const quiet = Object.assign(Object.create(this) as MutatingRunner, {
      onCollected: () => undefined,
      onTaskUpdate: () => Promise.resolve(),
      onBeforeRunTask: (test: Task) => {
        this.recordTrial(mutant, file)
        if (failed !== undefined || !wanted.has(fullName(test))) test.mode = 'skip'
        return Promise.resolve()
      },
      onAfterRunTask: (test: Task) => {
        if (test.result?.state === 'fail') failed ??= test.name
      },
    })
    try {
      const [again] = await startTests([file.filepath], quiet)
      if (failed === undefined && again?.result?.state === 'fail') failed = 'loading the test file'
      return failed
    } finally {
      switches.activeMutant = undefined
    }
  }
}

/** Returns the mutants that were killed in any file, or tried in this file by an earlier run. */
function settledMutants(session: string, testFile: string): ReadonlySet<string> {
  const settled = new Set<string>()
  for (const entry of readProgress(session)) {
    if (entry.event === 'killed' || (entry.event === 'lived' && entry.testFile === testFile)) settled.add(entry.mutant)
  }
  return settled
}

function testsOf(suite: Suite): readonly Test[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]))
}

function fullName(task: Task): string {
  return task.suite === undefined ? task.name : `${fullName(task.suite)} > ${task.name}`
}

function durationOf(test: Test): number {
  return test.result?.duration ?? 0
}

function isQuick(test: Test): boolean {
  return durationOf(test) <= QUICK_TEST_MS
}
