import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { CommitId } from '@chronicle/schema'
import { createGitCli } from '@chronicle/git-cli'
import { createHeuristicWriter, gatherCommits, type CommitContext, type WriterOutcome } from '@chronicle/writer'
import { asDisposable } from '../../src/testing/as-disposable.ts'

const run = promisify(execFile)

/** Yields the heuristic writer's outcome for commits of a repository, in the given order. */
export async function* writeCommits(
  dir: string,
  ids: readonly CommitId[],
): AsyncGenerator<{ readonly context: CommitContext; readonly outcome: WriterOutcome }, void> {
  await using git = asDisposable(createGitCli({ dir }))
  const writer = createHeuristicWriter()
  for await (const gathered of gatherCommits({ git, ast: createTreeSitterParser() }, ids)) {
    if (gathered.isErr()) throw new Error(`${gathered.error.code}: ${gathered.error.message}`)
    const { context } = gathered.value
    if (context === undefined) continue
    const outcome = await writer.write(context)
    if (outcome.isErr()) throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
    yield { context, outcome: outcome.value }
  }
}

/** Returns the newest commits of a repository, except merges. */
export async function newestCommits(dir: string, count: number): Promise<readonly CommitId[]> {
  const { stdout } = await run('git', ['log', '--no-merges', '--format=%H', `--max-count=${count}`], { cwd: dir })
  return stdout.trim().split('\n') as CommitId[]
}
