/*
 * Measures how well the weights of `rank-symbols.ts` fit the tasks over the bundles.
 * `npx tsx --conditions=chronicle-source packages/workspace/bench/symbol-weights.ts`. Prints a factor for each clue,
 * which is 1 if its weight suits the tasks, and how often all changed units are among the first: with the current
 * weights, and with weights fitted to the tasks of the other repositories. Takes some minutes.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { fusedProfile } from '@chronicle/context'
import {
  completeCase,
  createTaskKnowledge,
  readEvaluationCases,
  runEvaluation,
  type RetrievalTask,
} from '@chronicle/context/evaluate'
import { createGitCli } from '@chronicle/git-cli'
import { ok, okAsync, ResultAsync } from '@chronicle/schema'
import { rankFiles } from '../../context/src/rank/rank-files.ts'
import { rankSymbols } from '../../context/src/rank/rank-symbols.ts'
import { repositoryRoot } from '../src/checks/workspace-packages.ts'
import { cloneBundles } from './bundles.ts'
import { accuracy, fitFactors, type RankedTask } from './context-evaluation/fit-weights.ts'
import { createSharedRankings } from './context-evaluation/shared-rankings.ts'

const CLUES = ['file', 'text', 'in_file', 'name', 'frame', 'history', 'calls', 'strings', 'size', 'kind'] as const
const FILES = 30

const folder = resolve(repositoryRoot, process.env['CHRONICLE_BUNDLES'] ?? '../shared/data')
const file = join(folder, 'context-tasks.jsonl')
if (existsSync(file)) report(await rankedTasks())
else process.stdout.write('Skipped: there is no context-tasks.jsonl in CHRONICLE_BUNDLES or ../shared/data.\n')

async function rankedTasks(): Promise<readonly RankedTask[]> {
  const cases = readEvaluationCases(await readFile(file, 'utf8'), { file })._unsafeUnwrap()
  const ast = createTreeSitterParser()
  const rankings = createSharedRankings(createTaskKnowledge({ ast }))
  const ranked: RankedTask[] = []
  const rank = async (task: RetrievalTask): Promise<void> => {
    const found = cases.find(({ id }) => id === task.id)
    const gold = found && (await completeCase(found, { git: task.git, ast })).unwrapOr(undefined)
    if (gold === undefined || gold.goldSymbols.length === 0) return
    const context = await rankings.contextOf(task)
    const paths = (await rankFiles(context, fusedProfile()))
      ._unsafeUnwrap()
      .slice(0, FILES)
      .map(({ path }) => path)
    const facts = (await context.snapshot.facts(paths, context.call))._unsafeUnwrap()
    const sources = paths.flatMap((path, place) => {
      const known = facts.get(path)
      return known === undefined ? [] : [{ path, rank: place, facts: known }]
    })
    const symbols = (await rankSymbols(context, sources))._unsafeUnwrap()
    ranked.push({
      repository: gold.repository,
      source: gold.source,
      units: symbols.map(({ breakdown }) => CLUES.map((clue) => breakdown[clue] ?? 0)),
      gold: symbols.map(({ path, symbol }) =>
        gold.goldSymbols.findIndex(
          ({ lines, name, path: of }) =>
            (of === undefined || of === path) &&
            (symbol.name === name || symbol.name.endsWith(`::${name}`)) &&
            (lines === undefined || (symbol.lines.start <= lines.end && lines.start <= symbol.lines.end)),
        ),
      ),
      changed: gold.goldSymbols.length,
    })
  }
  const clones = await mkdtemp(join(tmpdir(), 'chronicle-weights-'))
  try {
    await cloneBundles(clones)
    const run = await runEvaluation(
      {
        cases,
        systems: [{ name: 'weights', retrieve: (task) => new ResultAsync(rank(task).then(() => ok({ files: [] }))) }],
        budgets: [],
      },
      {
        ast,
        now: () => performance.now(),
        openRepository: (name) => okAsync(createGitCli({ dir: join(clones, name) })),
      },
    )
    const failed = run._unsafeUnwrap().systems.flatMap(({ results }) => results.flatMap(({ failure }) => failure ?? []))
    if (failed.length > 0) throw new Error(failed.map(({ message }) => message).join('\n'))
  } finally {
    await rm(clones, { recursive: true, force: true })
  }
  return ranked
}

function report(tasks: readonly RankedTask[]): void {
  const factors = fitFactors(tasks, CLUES.length)
  process.stdout.write(`${tasks.length} tasks\n\n| Clue | Factor |\n| --- | ---: |\n`)
  for (const [index, clue] of CLUES.entries())
    process.stdout.write(`| ${clue} | ${(factors[index] ?? 0).toFixed(2)} |\n`)
  process.stdout.write('\n| Tasks | Weights | Acc@5 | Acc@10 |\n| --- | --- | ---: | ---: |\n')
  const asTheyAre = CLUES.map(() => 1)
  const others = new Map(
    [...new Set(tasks.map(({ repository }) => repository))].map((name) => [
      name,
      fitFactors(
        tasks.filter(({ repository }) => repository !== name),
        CLUES.length,
      ),
    ]),
  )
  for (const source of ['issue', 'mined']) {
    const own = tasks.filter((task) => task.source === source)
    const row = (name: string, of: (k: number) => number): void =>
      void process.stdout.write(
        `| ${source} (${own.length}) | ${name} | ${of(5).toFixed(1)} | ${of(10).toFixed(1)} |\n`,
      )
    row('as they are', (k) => accuracy(own, asTheyAre, k))
    row('fitted to other repositories', (k) => {
      const solved = own.map((task) => accuracy([task], others.get(task.repository) ?? asTheyAre, k))
      return solved.reduce((sum, each) => sum + each, 0) / own.length
    })
  }
}
