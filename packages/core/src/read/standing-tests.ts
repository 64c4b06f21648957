import { err, ok, type HoldingTest, type RepoPath, type Result } from '@chronicle/schema'
import type { TreeState } from '../contracts/git-backend.ts'
import { createFilesNow } from '../queries/files-now.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import { isBinary } from './resolve-scope.ts'
import type { ReadError } from './read-error.ts'

/** A recorded test that is still there, where it is now. */
export interface StandingTest {
  readonly title: string
  readonly file: RepoPath
  readonly line: number
}

/** Finds, of recorded tests, those that still stand in the state asked about. */
export type FindStandingTests = (tests: readonly HoldingTest[]) => Promise<Result<readonly StandingTest[], ReadError>>

/** Stands between the groups of a test and its own title. */
const WITHIN = ' › '

/** Reads each file of tests once. */
export function createFindStandingTests({ context, standpoint }: PlacingContext): FindStandingTests {
  const { at, head } = standpoint
  const state: TreeState = at === 'WORKTREE' || at === 'INDEX' ? at : { commit: head }
  const filesNow = createFilesNow({ context, standpoint })
  const opened = new Map<string, TestFile | undefined>()

  async function open(path: string): Promise<Result<TestFile | undefined, ReadError>> {
    if (opened.has(path)) return ok(opened.get(path))
    const there = await linesOf(path as RepoPath)
    if (there.isErr()) return err(there.error)
    let file = there.value
    if (file === undefined) {
      const renamed = await filesNow(path)
      if (renamed.isErr()) return err(renamed.error)
      const found = renamed.value === undefined || renamed.value === path ? ok(undefined) : await linesOf(renamed.value)
      if (found.isErr()) return err(found.error)
      file = found.value
    }
    opened.set(path, file)
    return ok(file)
  }

  async function linesOf(path: RepoPath): Promise<Result<TestFile | undefined, ReadError>> {
    const content = await context.git.readFile(state, path, context.call)
    // What is too large to be read is not known to be gone, nor to stand.
    if (content.isErr()) return content.error.code === 'file_too_large' ? ok(undefined) : err(content.error)
    if (content.value?.kind !== 'file' || isBinary(content.value.bytes)) return ok(undefined)
    return ok({ path, lines: new TextDecoder().decode(content.value.bytes).split(/\r?\n/u) })
  }

  return async (tests) => {
    const standing: StandingTest[] = []
    for (const { title, file, line } of tests) {
      const test = await open(file)
      if (test.isErr()) return err(test.error)
      const now = test.value && findTitle(test.value.lines, title, line)
      if (test.value !== undefined && now !== undefined) standing.push({ title, file: test.value.path, line: now })
    }
    return ok(standing)
  }
}

interface TestFile {
  readonly path: RepoPath
  readonly lines: readonly string[]
}

/**
 * Returns the line, from 1, that a test's own title stands on, the nearest to where it was recorded; `undefined` where
 * no line of code has it. The groups around it may have other names by now.
 */
export function findTitle(lines: readonly string[], title: string, recorded = 1): number | undefined {
  const own = title.split(WITHIN).at(-1) ?? title
  const found = lines.flatMap((line, index) => (hasTitle(line, own) ? [index + 1] : []))
  return found.reduce<number | undefined>(
    (best, line) => (best === undefined || Math.abs(line - recorded) < Math.abs(best - recorded) ? line : best),
    undefined,
  )
}

function hasTitle(line: string, title: string): boolean {
  if (title === '' || /^\s*(?:\/\/|# |\*)/u.test(line)) return false
  for (let at = line.indexOf(title); at >= 0; at = line.indexOf(title, at + 1)) {
    const around = `${line[at - 1] ?? ''}${line[at + title.length] ?? ''}`
    // `test_a` does not stand in `test_a_b`.
    if (!/[\p{L}\p{N}_]/u.test(around)) return true
  }
  return false
}
