import { err, ok, safeTry, type HoldingTest, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { TreeState } from '../contracts/git-backend.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import { isBinary } from '../text/text-bytes.ts'
import type { ReadError } from './read-error.ts'

/** A recorded test that still exists, and its current place. */
export interface ExistingTest {
  readonly title: string
  readonly file: RepoPath
  readonly line: number
}

/** Finds the recorded tests that still exist in the queried state. */
export type FindExistingTests = (tests: readonly HoldingTest[]) => ResultAsync<readonly ExistingTest[], ReadError>

/** Separates the groups of a test from its own title. */
const GROUP_SEPARATOR = ' › '

/** Creates the search. It reads each test file once. */
export function createFindStandingTests({ context, pathNow, queried }: PlacingContext): FindExistingTests {
  const { at, head } = queried
  const state: TreeState = at === 'WORKTREE' || at === 'INDEX' ? at : { commit: head }
  const opened = new Map<string, TestFile | undefined>()

  function open(path: string): ResultAsync<TestFile | undefined, ReadError> {
    return safeTry(async function* () {
      if (opened.has(path)) return ok(opened.get(path))
      let found = yield* linesOf(path as RepoPath)
      if (found === undefined) {
        const renamed = yield* pathNow(path)
        found = renamed === undefined || renamed === path ? undefined : yield* linesOf(renamed)
      }
      const file = found === 'too large' ? undefined : found
      opened.set(path, file)
      return ok(file)
    })
  }

  function linesOf(path: RepoPath): ResultAsync<TestFile | 'too large' | undefined, ReadError> {
    return safeTry(async function* () {
      const content = await context.git.readFile(state, path, context.call)
      // For a file that is too large to read, it is unknown whether the test still exists.
      if (content.isErr()) return content.error.code === 'file_too_large' ? ok('too large') : err(content.error)
      if (content.value?.kind !== 'file' || isBinary(content.value.bytes)) return ok(undefined)
      return ok({ path, lines: new TextDecoder().decode(content.value.bytes).split(/\r?\n/u) })
    })
  }

  return (tests) =>
    safeTry(async function* () {
      const standing: ExistingTest[] = []
      for (const { title, file, line } of tests) {
        const test = yield* open(file)
        const now = test && findTitle(test.lines, title, line)
        if (test !== undefined && now !== undefined) standing.push({ title, file: test.path, line: now })
      }
      return ok(standing)
    })
}

interface TestFile {
  readonly path: RepoPath
  readonly lines: readonly string[]
}

/**
 * Returns the line, from 1, with a test's own title, nearest to where it was recorded; `undefined` when no line of code
 * contains it. A line on which it is a whole string comes before one with a longer title. The groups around it may have
 * been renamed.
 */
export function findTitle(lines: readonly string[], title: string, recorded = 1): number | undefined {
  const own = title.split(GROUP_SEPARATOR).at(-1) ?? title
  const found = lines.flatMap((line, index) => (hasTitle(line, own) ? [index + 1] : []))
  const whole = found.filter((line) => ["'", '"', '`'].some((mark) => lines[line - 1]?.includes(mark + own + mark)))
  return (whole.length > 0 ? whole : found).reduce<number | undefined>(
    (best, line) => (best === undefined || Math.abs(line - recorded) < Math.abs(best - recorded) ? line : best),
    undefined,
  )
}

function hasTitle(line: string, title: string): boolean {
  if (title === '' || /^\s*(?:\/\/|# |\*)/u.test(line)) return false
  for (let at = line.indexOf(title); at >= 0; at = line.indexOf(title, at + 1)) {
    const around = `${line[at - 1] ?? ''}${line[at + title.length] ?? ''}`
    // `test_a_b` does not contain the title `test_a`.
    if (!/[\p{L}\p{N}_]/u.test(around)) return true
  }
  return false
}
