import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import {
  createReport,
  createSeededRandom,
  createTaskKnowledge,
  evaluationDocument,
  formatReportHtml,
  formatReportMarkdown,
  runEvaluation,
  type EvaluationRun,
} from '@chronicle/context/evaluate'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import { EVALUATION_OUTPUT_SCHEMA, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { CommandHost } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { openRepository, type OpenedRepository } from '../host/open-repository.ts'
import { printAnswer } from '../host/print-answer.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { writeAnswer } from '../host/write-answer.ts'
import { createStepProgress } from '../retrieve/create-step-progress.ts'
import { expectLongRun } from '../start/unoptimised.ts'
import { collectCases } from './collect-cases.ts'
import type { EvaluateFlags } from './evaluate-flags.ts'
import { evaluatedSystems } from './evaluated-systems.ts'
import { folderOf, type RepositoryPlaces } from './find-repositories.ts'

/** Runs one `evaluate`. */
export async function runEvaluate(host: CommandHost, flags: EvaluateFlags): Promise<void> {
  const { io } = host
  expectLongRun()
  const fail = (error: CodedError): void => reportFailure(io, error, EVALUATION_OUTPUT_SCHEMA)
  if (flags.compare !== undefined && new Set(flags.compare).size < Math.max(2, flags.compare.length))
    return fail(codedError('usage', 'Compare two systems or more, each once. See: git chronicle evaluate -h'))
  const cwd = resolve(io.cwd, flags.C ?? '.')
  const steps = createStepProgress('Evaluating …')
  const call = { onProgress: steps.onProgress, ...omitUndefined({ signal: io.signal }) }
  const ran = await showProgress(io, steps.text, evaluate(host, flags, { cwd, flags }, call))
  if (ran.isErr()) return fail(ran.error)
  const { unusable, systems } = ran.value
  if (systems.every(({ results }) => results.length === 0)) {
    const [first] = unusable
    const why = first === undefined ? '' : ` ${first.message}`
    return fail(codedError('case_not_usable', `None of the tasks can be asked.${why}`, { data: { cases: unusable } }))
  }
  if (unusable.length > 0) reportWarning(io, `${unusable.length} tasks could not be asked; the report says why.`)
  const text = format(ran.value, flags)
  if (flags.output === undefined) return printAnswer(io, text, { format: flags.format, dir: cwd, pager: flags.pager })
  const written = await writeAnswer(flags.output, text, io)
  if (written.isErr()) return fail(written.error)
  io.stderr.write(
    `Wrote ${showName(flags.output)}: ${systems[0]?.results.length ?? 0} tasks, ${systems.length} systems.\n`,
  )
}

function evaluate(
  host: CommandHost,
  flags: EvaluateFlags,
  places: RepositoryPlaces,
  call: CallOptions,
): ResultAsync<EvaluationRun, CodedError> {
  return safeTry(async function* () {
    const cases = yield* collectCases(host, flags, places, call)
    // A missing clone is reported before hours of work, not after.
    const folders = new Map<string, string>()
    for (const { repository } of cases) {
      if (folders.has(repository)) continue
      const folder = yield* folderOf(repository, places)
      folders.set(repository, folder)
    }
    const open = (folder: string): ResultAsync<OpenedRepository, CodedError> =>
      // Past states are of no use to later calls, so nothing is cached on disk.
      openRepository(host, { ...flags, C: folder }, { cacheDir: false })
    const parsing = yield* open([...folders.values()][0] ?? places.cwd)
    const { ast } = parsing.repository
    const now = (): number => performance.now()
    try {
      return await runEvaluation(
        {
          ...call,
          cases,
          systems: evaluatedSystems(flags, createTaskKnowledge({ ast }), now),
          budgets: flags.budgets,
        },
        {
          ...{ ast, now },
          openRepository: (name) =>
            open(folders.get(name) ?? name).map(({ repository }) => ({
              ...repository.git,
              close: () => repository.close(),
            })),
        },
      )
    } finally {
      await parsing.repository.close()
    }
  })
}

function format(run: EvaluationRun, { format: wanted, seed }: EvaluateFlags): string {
  const report = createReport(run, { title: 'Evaluation of retrieval', random: createSeededRandom(seed) })
  if (wanted === 'json') return `${JSON.stringify(evaluationDocument(report), null, 2)}\n`
  return wanted === 'html' ? formatReportHtml(report, { cases: true }) : formatReportMarkdown(report, { cases: true })
}
