import {
  codedError,
  type AstParser,
  type CallOptions,
  type GitBackend,
  type GitError,
  type TokenCounter,
} from '@chronicle/core/contracts'
import { bytesPerFour } from '@chronicle/core/text'
import { err, ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { completeCase, type CompleteCase, type CompleteCaseError } from '../cases/complete-case.ts'
import type { CaseSource, EvaluationCase } from '../cases/evaluation-case.ts'
import { measureCase, type CaseMeasures, type MeasureOptions } from '../metrics/measure-case.ts'
import type { RetrievalSystem, RetrievedContext } from './retrieval-system.ts'
import { withoutLaterHistory } from './without-later-history.ts'

/** The dependencies of an evaluation. */
export interface EvaluationDependencies {
  /** Opens the repository of a case. Called once per repository, which is closed after its last case. */
  readonly openRepository: (repository: string) => ResultAsync<GitBackend, CodedError>
  readonly ast: AstParser
  /** Default: bytes / 4. */
  readonly tokens?: TokenCounter
  /** Returns the time in milliseconds. Absent: only times stated by the systems are known. */
  readonly now?: () => number
}

/** The cases and systems to evaluate. */
export interface EvaluationOptions extends CallOptions {
  readonly cases: readonly EvaluationCase[]
  readonly systems: readonly RetrievalSystem[]
  /** Default 1, 3, 5 and 10. */
  readonly ranks?: readonly number[] | undefined
  /** Default 4,000, 8,000, 16,000 and 32,000 tokens. */
  readonly budgets?: readonly number[] | undefined
  /** Whether to ask every question twice and compare the answers: the measure `deterministic`. Default `false`. */
  readonly repeat?: boolean | undefined
}

/** The results of a run. */
export interface EvaluationRun {
  readonly ranks: readonly number[]
  readonly budgets: readonly number[]
  /** In the order of the systems. */
  readonly systems: readonly SystemResults[]
  /** Cases that were put to no system, and why. */
  readonly unusable: readonly UnusableCase[]
}

/** The results of one system, in the order of the cases. */
export interface SystemResults {
  readonly name: string
  readonly results: readonly CaseResult[]
}

/** The result of one system for one case. */
export interface CaseResult {
  readonly id: string
  readonly repository: string
  readonly source: CaseSource
  /** Number of gold functions whose lines are known. */
  readonly goldFunctions: number
  readonly measures: CaseMeasures
  /** The error with which the system failed on the case; this counts as if nothing was found. */
  readonly failure?: { readonly code: string; readonly message: string }
}

/** A case that cannot be evaluated. */
export interface UnusableCase {
  readonly id: string
  readonly code: string
  readonly message: string
}

/** Errors that end an evaluation. `later_history`: a system asked for something later than the base of a task. */
export type EvaluationError = GitError | CompleteCaseError | CodedError

const DEFAULT_RANKS: readonly number[] = [1, 3, 5, 10]
const DEFAULT_BUDGETS: readonly number[] = [4_000, 8_000, 16_000, 32_000]

/**
 * Puts every case to every system, and measures the answers. A system sees the repository as it was at the case's base.
 * If it asks for anything later, the run ends, because none of its results could be trusted. Any other failure counts
 * against the system and is reported.
 */
export function runEvaluation(
  options: EvaluationOptions,
  dependencies: EvaluationDependencies,
): ResultAsync<EvaluationRun, EvaluationError> {
  return safeTry(async function* () {
    const { cases, systems, signal, onProgress } = options
    const measuring: MeasureOptions = {
      ranks: options.ranks ?? DEFAULT_RANKS,
      budgets: [...(options.budgets ?? DEFAULT_BUDGETS)].sort((a, b) => a - b),
      tokens: dependencies.tokens ?? bytesPerFour(),
    }
    const outcomes = new Map<string, CaseOutcome>()
    let done = 0
    for (const repository of new Set(cases.map((one) => one.repository))) {
      const git = yield* dependencies.openRepository(repository)
      try {
        for (const evaluationCase of cases.filter((one) => one.repository === repository)) {
          if (signal?.aborted === true) return err(codedError('aborted', 'The evaluation was stopped.'))
          const answered = yield* runCase(evaluationCase, git, options, measuring, dependencies)
          outcomes.set(evaluationCase.id, answered)
          done++
          onProgress?.({ step: 'evaluating', done, total: cases.length })
        }
      } finally {
        await git.close()
      }
    }
    const inOrder = cases.flatMap(({ id }) => outcomes.get(id) ?? [])
    return ok({
      ranks: measuring.ranks,
      budgets: measuring.budgets,
      systems: systems.map(({ name }, index) => ({
        name,
        results: inOrder.flatMap(({ results }) => results[index] ?? []),
      })),
      unusable: inOrder.flatMap(({ unusable }) => unusable ?? []),
    })
  })
}

/** The outcome of a case: a result for each system, in order, or the reason why there is none. */
interface CaseOutcome {
  readonly results: readonly CaseResult[]
  readonly unusable?: UnusableCase
}

function runCase(
  evaluationCase: EvaluationCase,
  git: GitBackend,
  options: EvaluationOptions,
  measuring: MeasureOptions,
  dependencies: EvaluationDependencies,
): ResultAsync<CaseOutcome, EvaluationError> {
  return safeTry(async function* () {
    const { id, repository, source, task } = evaluationCase
    const call = omitUndefined({ signal: options.signal })
    const gold = await completeCase(evaluationCase, { git, ast: dependencies.ast }, call)
    if (gold.isErr()) {
      const { code, message } = gold.error
      if (code !== 'case_not_usable' && code !== 'invalid_patch') return err(gold.error)
      return ok({ results: [], unusable: { id, code, message } })
    }
    const { base } = gold.value
    const view = yield* withoutLaterHistory(git, base, call)
    const results: CaseResult[] = []
    for (const system of options.systems) {
      const ask = (): ResultAsync<RetrievedContext, CodedError> =>
        system.retrieve({ id, repository, base, task, git: view }, { ...call, budgets: measuring.budgets })
      const result = yield* answer(ask, gold.value, measuring, options.repeat === true, dependencies.now)
      const goldFunctions = gold.value.goldSymbols.filter(({ lines }) => lines !== undefined).length
      results.push({ id, repository, source, goldFunctions, ...result })
    }
    return ok({ results })
  })
}

/** Codes of errors that concern the run and not the answer. */
const FATAL = new Set(['later_history', 'aborted'])

function answer(
  ask: () => ResultAsync<RetrievedContext, CodedError>,
  gold: CompleteCase,
  measuring: MeasureOptions,
  repeat: boolean,
  now: (() => number) | undefined,
): ResultAsync<Pick<CaseResult, 'measures' | 'failure'>, CodedError> {
  return safeTry(async function* () {
    const started = now?.()
    const found = await ask()
    const ended = now?.()
    if (found.isErr()) {
      const { code, message } = found.error
      if (FATAL.has(code)) return err(found.error)
      return ok({ measures: measureCase(gold, EMPTY_CONTEXT, measuring), failure: { code, message } })
    }
    const elapsed = started === undefined || ended === undefined ? undefined : ended - started
    const milliseconds = found.value.milliseconds ?? elapsed
    const measures: Record<string, number> = { ...measureCase(gold, found.value, measuring) }
    if (milliseconds !== undefined) measures['milliseconds'] = milliseconds
    if (repeat) {
      const again = await ask()
      if (again.isErr() && FATAL.has(again.error.code)) return err(again.error)
      measures['deterministic'] = again.isOk() && isSame(found.value, again.value) ? 1 : 0
    }
    return ok({ measures })
  })
}

const EMPTY_CONTEXT: RetrievedContext = { files: [], symbols: [], packed: [] }

/** Whether two answers are equal except for their times. */
function isSame(left: RetrievedContext, right: RetrievedContext): boolean {
  const [a, b] = [left, right].map(({ files, symbols, packed }) => JSON.stringify({ files, symbols, packed }))
  return a === b
}
