/*
 * Evaluates retrieval on tasks over the bundles: both profiles against the baselines, an ablation of each signal of the
 * default profile, and where retrieval fails. Usage:
 * `npx tsx --conditions=chronicle-source
 * packages/workspace/bench/context-evaluation.ts [--repository <name>] [--html <file>] [--write]`
 * Tasks and bundles are read from the folder that CHRONICLE_BUNDLES names, or from `../shared/data`. Prints tables as
 * Markdown; `--write` replaces those in docs/retrieval-results. Takes some minutes: each content is parsed once, and
 * each signal is computed once per task.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { FUSED_SIGNALS, fusedProfile, weightedProfile } from '@chronicle/context'
import {
  bm25OverFiles,
  createFileBaseline,
  createReport,
  createSeededRandom,
  createTaskKnowledge,
  formatReportHtml,
  isSourcePath,
  pathMatch,
  pipelineSystem,
  readEvaluationCases,
  runEvaluation,
  withoutSignal,
  type CaseResult,
  type EvaluationRun,
  type RetrievalSystem,
} from '@chronicle/context/evaluate'
import { createGitCli } from '@chronicle/git-cli'
import { okAsync, omitUndefined } from '@chronicle/schema'
import { repositoryRoot } from '../src/checks/workspace-packages.ts'
import { cloneBundles } from './bundles.ts'
import { findNamings, WAYS_TO_NAME } from './context-evaluation/find-namings.ts'
import { casesOf, differencesSection, meansSection, percent } from './context-evaluation/result-tables.ts'
import { createSharedRankings, DEPENDENT_SIGNALS } from './context-evaluation/shared-rankings.ts'
import { formatSection, type Section } from './section.ts'

const { values } = parseArgs({
  options: { html: { type: 'string' }, repository: { type: 'string' }, write: { type: 'boolean' } },
})
const BUDGETS = [4_000, 8_000, 16_000]
/** Seed of the bootstrap samples. */
const SEED = 1

const folder = resolve(repositoryRoot, process.env['CHRONICLE_BUNDLES'] ?? '../shared/data')
const file = join(folder, 'context-tasks.jsonl')
if (existsSync(file)) await evaluate()
else process.stdout.write('Skipped: there is no context-tasks.jsonl in CHRONICLE_BUNDLES or ../shared/data.\n')

async function evaluate(): Promise<void> {
  const read = readEvaluationCases(await readFile(file, 'utf8'), { file })
  if (read.isErr()) throw new Error(read.error.message)
  const cases = read.value.filter((one) => values.repository === undefined || one.repository === values.repository)
  const ast = createTreeSitterParser()
  const knowledge = createTaskKnowledge({ ast })
  const rankings = createSharedRankings(knowledge)
  const now = (): number => performance.now()
  const whole = [
    pipelineSystem({ knowledge, now }),
    pipelineSystem({ knowledge, now, profile: weightedProfile() }),
    bm25OverFiles(),
    createFileBaseline({ name: 'bm25-without-tests', knows: 'content', includes: isSourcePath }),
    pathMatch(),
  ]
  const ablation = [
    rankings.system({ ...fusedProfile(), name: 'all signals' }),
    ...FUSED_SIGNALS.map(({ name }) =>
      rankings.system({ ...withoutSignal(fusedProfile(), name), name: `without ${name}` }),
    ),
    rankings.system({ ...fusedProfile(), name: 'without demotion', demotes: false }),
  ]
  // A signal that follows links from other files finds nothing alone.
  const alone = FUSED_SIGNALS.filter(({ name }) => !DEPENDENT_SIGNALS.has(name)).map((only) =>
    rankings.system({ ...fusedProfile([only]), name: `${only.name} alone` }),
  )
  const found = new Map<string, Map<string, [inFirstTen: number, all: number]>>()
  const systems = [...whole, ...ablation, ...alone, namingProbe()]

  /** Returns a system that counts how tasks name their gold files, and how many of these are found. */
  function namingProbe(): RetrievalSystem {
    const ranked = rankings.system({ ...fusedProfile(), name: 'naming' })
    return {
      name: 'naming',
      retrieve: (task, options) =>
        ranked.retrieve(task, options).map(async (context) => {
          const gold = cases.find(({ id }) => id === task.id)
          const first = new Set(context.files.slice(0, 10).map(({ path }) => path))
          const counts = found.get(gold?.source ?? '') ?? new Map<string, [number, number]>()
          found.set(gold?.source ?? '', counts)
          for (const [path, way] of await findNamings(await rankings.contextOf(task), gold?.goldFiles ?? [])) {
            const [hits, all] = counts.get(way) ?? [0, 0]
            counts.set(way, [hits + Number(first.has(path)), all + 1])
          }
          return context
        }),
    }
  }

  const clones = await mkdtemp(join(tmpdir(), 'chronicle-context-'))
  try {
    await cloneBundles(clones)
    const started = performance.now()
    const run = await runEvaluation(
      { cases, systems, budgets: BUDGETS, onProgress: ({ done, total }) => tell(`${done} of ${total}`) },
      { ast, now, openRepository: (name) => okAsync(createGitCli({ dir: join(clones, name) })) },
    )
    if (run.isErr()) throw new Error(run.error.message)
    if (run.value.unusable.length > 0) throw new Error(run.value.unusable.map(({ message }) => message).join('\n'))
    tell(`${cases.length} tasks took ${Math.round((performance.now() - started) / 1000)} s`)
    const failed = run.value.systems.flatMap(({ results }) => results.flatMap(({ failure }) => failure?.message ?? []))
    if (failed.length > 0) throw new Error(failed.join('\n'))
    const reported = (from: number, to: number, compared?: readonly string[]) =>
      createReport(
        { ...run.value, systems: run.value.systems.slice(from, to) },
        { title: 'Retrieval', random: createSeededRandom(SEED), ...omitUndefined({ compared }) },
      )
    const main = reported(0, whole.length)
    const tables = [
      ...mainTables(main),
      signalTable(reported(whole.length, systems.length - 1)),
      ablationTable(reported(whole.length, whole.length + ablation.length, ['file-acc@5', 'file-acc@10', 'file-mrr'])),
      byGoldFiles(run.value, new Map(cases.map(({ id, goldFiles }) => [id, goldFiles.length]))),
      byNaming(found),
    ]
    const page = `${tables.map(formatSection).join('\n\n')}\n`
    process.stdout.write(page)
    if (values.html !== undefined) await writeFile(values.html, formatReportHtml(main))
    if (values.write === true) await write(page)
  } finally {
    await rm(clones, { recursive: true, force: true })
  }
}

function mainTables(report: ReturnType<typeof createReport>): readonly Section[] {
  const ranks = {
    'Acc@1': 'file-acc@1',
    'Acc@5': 'file-acc@5',
    'Acc@10': 'file-acc@10',
    'Recall@10': 'file-recall@10',
    MRR: 'file-mrr',
    'Functions: Acc@5': 'function-acc@5',
    'Functions: Acc@10': 'function-acc@10',
  }
  const packed = Object.fromEntries(BUDGETS.map((budget) => [`${budget} tokens`, `packed-functions@${budget}`]))
  const lines = {
    ...Object.fromEntries(BUDGETS.map((budget) => [`Recall, ${budget}`, `line-recall@${budget}`])),
    ...Object.fromEntries(BUDGETS.map((budget) => [`Precision, ${budget}`, `line-precision@${budget}`])),
    ...Object.fromEntries(BUDGETS.map((budget) => [`Budget used, ${budget}`, `budget-use@${budget}`])),
  }
  return [
    meansSection(report, {
      title: 'Files and functions',
      about: 'Acc@k is strict: all files, or functions, that the solution changes are within the first k. In per cent.',
      measures: ranks,
      perRepository: false,
    }),
    meansSection(report, {
      title: 'Functions by budget',
      about:
        'Share of the functions that the solution changes of which every line is in the package; mean of the tasks.',
      measures: packed,
      perRepository: false,
    }),
    meansSection(report, {
      title: 'Lines by budget',
      about:
        'The lines to be seen are those of the units that the solution changes, and what it changes outside of them.',
      measures: lines,
      perRepository: false,
    }),
    meansSection(report, {
      title: 'By repository',
      about: 'As above.',
      measures: { ...ranks, ...packed },
      perRepository: true,
    }),
    differencesSection(report, {
      title: 'Differences to the profile fused',
      about:
        'Over the same tasks. The intervals are 95 % bootstrap intervals that draw whole repositories; p is of the exact McNemar test, with the tasks that only the first and only this system solves.',
    }),
  ]
}

function signalTable(report: ReturnType<typeof createReport>): Section {
  return meansSection(report, {
    title: 'Signals',
    about:
      'Files by the profile fused, without each of its signals, without its demotion of tests, documents and the like, and by each signal alone. Files that the task names by their path stand among the first three in all of them.',
    measures: {
      'Acc@1': 'file-acc@1',
      'Acc@5': 'file-acc@5',
      'Acc@10': 'file-acc@10',
      'Recall@10': 'file-recall@10',
      MRR: 'file-mrr',
    },
    perRepository: false,
  })
}

function ablationTable(report: ReturnType<typeof createReport>): Section {
  return differencesSection(report, {
    title: 'Differences to all signals',
    about: 'As above. Of so many comparisons, one in twenty is below 0.05 by chance.',
  })
}

/** Returns a table of accuracy by the number of files that the solution changes. */
function byGoldFiles({ systems: [fused] }: EvaluationRun, goldFiles: ReadonlyMap<string, number>): Section {
  const groups = new Map<string, CaseResult[]>()
  for (const result of fused?.results ?? []) {
    const count = goldFiles.get(result.id) ?? 0
    const key = `${casesOf(result.source)}\0${count >= 3 ? '3 or more' : count}`
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  const rows = [...groups]
    .sort()
    .map(([key, results]) => [
      ...key.split('\0'),
      `${results.length}`,
      ...['file-acc@5', 'file-acc@10', 'file-recall@10'].map((measure) =>
        percent(results.reduce((sum, { measures }) => sum + (measures[measure] ?? 0), 0) / results.length),
      ),
    ])
  const columns = ['Tasks', 'Files changed', 'Number', 'Acc@5', 'Acc@10', 'Recall@10']
  const about = 'The profile fused, by how many files the solution changes.'
  return { title: 'By the number of files', about, columns, rows, claims: [] }
}

/** Returns a table of recall by the way the task names the files. */
function byNaming(found: ReadonlyMap<string, ReadonlyMap<string, readonly [number, number]>>): Section {
  const rows = [...found].sort().flatMap(([source, counts]) =>
    WAYS_TO_NAME.flatMap((way) => {
      const [hits, all] = counts.get(way) ?? [0, 0]
      return all === 0 ? [] : [[casesOf(source), way, `${all}`, percent(hits / all)]]
    }),
  )
  const columns = ['Tasks', 'The task names', 'Files', 'Within the first 10']
  const about = 'The profile fused: files that the solution changes, by the surest way in which the task names them.'
  return { title: 'By what the task says', about, columns, rows, claims: [] }
}

async function write(tables: string): Promise<void> {
  const into = join(repositoryRoot, 'docs/retrieval-results')
  await mkdir(into, { recursive: true })
  const about =
    '# Results of retrieval\n\nWritten by `npx tsx --conditions=chronicle-source packages/workspace/bench/context-evaluation.ts --write`; not edited by hand. See [retrieval](../retrieval.md).\n\n'
  await writeFile(join(into, 'tables.md'), `${about}${tables}`)
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`)
}
