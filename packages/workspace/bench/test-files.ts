/*
 * Measures how often the test files that a package shows are those that the commit of the task changed: test files that
 * it packs, and test files whose expectations it quotes (a packed test is not quoted too).
 * `npx tsx --conditions=chronicle-source packages/workspace/bench/test-files.ts [<repository> …]`. Tasks and bundles
 * are read from the folder that CHRONICLE_BUNDLES names, or from `../shared/data`. Prints a table as Markdown. Takes
 * some minutes: each base is indexed once.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createContextPipeline } from '@chronicle/context'
import {
  createTaskKnowledge,
  isTestPath,
  readEvaluationCases,
  runEvaluation,
  type RetrievalSystem,
} from '@chronicle/context/evaluate'
import { createGitCli } from '@chronicle/git-cli'
import { ok, okAsync, safeTry } from '@chronicle/schema'
import { repositoryRoot } from '../src/checks/workspace-packages.ts'
import { runProgram } from '../src/demo/run-program.ts'
import { cloneBundles } from './bundles.ts'
import { formatSection } from './section.ts'

/** Whether a test file changed by the commit is packed, quoted, or either, and the number of test files shown. */
interface Found {
  readonly packed: boolean
  readonly quoted: boolean
  readonly shown: boolean
  readonly count: number
}

const asked = process.argv.slice(2)
const folder = resolve(repositoryRoot, process.env['CHRONICLE_BUNDLES'] ?? '../shared/data')
const file = join(folder, 'context-tasks.jsonl')
if (existsSync(file)) await measure()
else process.stdout.write('Skipped: there is no context-tasks.jsonl in CHRONICLE_BUNDLES or ../shared/data.\n')

async function measure(): Promise<void> {
  const read = readEvaluationCases(await readFile(file, 'utf8'), { file })
  if (read.isErr()) throw new Error(read.error.message)
  const cases = read.value.filter(
    ({ repository, source }) => source === 'mined' && (asked.length === 0 || asked.includes(repository)),
  )
  const ast = createTreeSitterParser()
  const knowledge = createTaskKnowledge({ ast })
  const found = new Map<string, Found[]>()
  const clones = await mkdtemp(join(tmpdir(), 'chronicle-tests-'))

  const shownTests: RetrievalSystem = {
    name: 'shown tests',
    retrieve: (task) =>
      safeTry(async function* () {
        const { base, git, id, repository } = task
        const at = { commit: base }
        const known = yield* knowledge.of(task).knowledge.at(at)
        const changed = await changedTests(join(clones, repository), id)
        const expected = changed.filter((path) => known.file(path) !== undefined)
        if (expected.length > 0) {
          const pipeline = createContextPipeline({ git, ast, ...knowledge.of(task) })
          const { files, tests } = yield* pipeline.execute({ task: task.task, at })
          const isExpected = (path: string) => expected.includes(path)
          const packed = files.map(({ path }) => path).filter(isTestPath)
          const quoted = tests.map(({ path }) => path)
          const shown = new Set([...packed, ...quoted])
          const one = { packed: packed.some(isExpected), quoted: quoted.some(isExpected), count: shown.size }
          found.set(repository, [...(found.get(repository) ?? []), { ...one, shown: one.packed || one.quoted }])
        }
        return ok({ files: [] })
      }),
  }

  try {
    await cloneBundles(clones)
    const run = await runEvaluation(
      { cases, systems: [shownTests], budgets: [], onProgress: ({ done, total }) => tell(`${done} of ${total}`) },
      {
        ast,
        now: () => performance.now(),
        openRepository: (name) => okAsync(createGitCli({ dir: join(clones, name) })),
      },
    )
    if (run.isErr()) throw new Error(run.error.message)
    const failed = run.value.systems.flatMap(({ results }) => results.flatMap(({ failure }) => failure?.message ?? []))
    if (failed.length > 0) throw new Error(failed.join('\n'))
    const rows = [...found, ['together', [...found.values()].flat()] as const]
    process.stdout.write(
      `${formatSection({
        title: 'Tests of a task',
        about:
          'Of commits that changed code and tests, the share for which a package of 8,000 tokens packs or quotes a test file that the commit changed, and the test files that it shows.',
        columns: ['repository', 'commits', 'packed', 'quoted', 'either', 'test files shown'],
        rows: rows.map(([name, of]) => [
          name,
          String(of.length),
          share(of, ({ packed }) => packed),
          share(of, ({ quoted }) => quoted),
          share(of, ({ shown }) => shown),
          (of.reduce((sum, { count }) => sum + count, 0) / Math.max(1, of.length)).toFixed(1),
        ]),
        claims: [],
      })}\n`,
    )
  } finally {
    await rm(clones, { recursive: true, force: true })
  }
}

/** The id of a mined task ends with that of its commit. */
async function changedTests(dir: string, id: string): Promise<readonly string[]> {
  const commit = id.slice(id.lastIndexOf('-') + 1)
  const listed = await runProgram('git', ['show', '--format=', '--name-only', '-z', commit, '--'], { cwd: dir })
  return listed.split('\0').filter((path) => path !== '' && isTestPath(path))
}

function share(found: readonly Found[], isHit: (found: Found) => boolean): string {
  const hits = found.filter(isHit).length
  return `${((100 * hits) / Math.max(1, found.length)).toFixed(1)} %`
}

function tell(text: string): void {
  process.stderr.write(`\r${text}`)
}
