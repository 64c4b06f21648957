import {
  err,
  ok,
  omitEmpty,
  omitUndefined,
  Result,
  safeTry,
  type CodedError,
  type ResultAsync,
} from '@chronicle/schema'
import { DEFAULT_MAX_TOKENS, renderAnswer, type Answers, type OutputFormat, type Queries } from '@chronicle/core'
import type { CallOptions, FormatOptions, RemedyStyle } from '@chronicle/core/contracts'
import { loadSettings } from '../config/load-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { printAnswer } from '../host/print-answer.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import type { PathContext } from '../read/find-path.ts'
import type { AnswerFlags, DepsFlags, PlaceFlags } from './query-flags.ts'
import { queryStages } from './query-stages.ts'

/** Any answer that is rendered according to its `$schema`. */
type Answer = Answers[keyof Answers]

/** The options that determine the query, its sources and its output. */
export type QuestionFlags = AnswerFlags & Pick<PlaceFlags, 'at' | 'rev'>

/** The context of a query. */
export interface QuestionContext {
  readonly repository: Repository
  readonly queries: Queries
  readonly ast: Repository['ast']
  readonly settings: Settings
  readonly context: PathContext
  /** The state that the query is about. Absent: the working tree. */
  readonly at: string | undefined
  readonly budget: Budget
}

/** Maximum size of the printed answer. */
export interface Budget {
  readonly format: OutputFormat
  readonly verbose: boolean
  readonly remedies: RemedyStyle
  /** Absent: no limit. */
  readonly maxTokens?: number
}

/** Renders an answer in a format other than the three standard ones. */
export type Render<O extends Answer> = (answer: O, format: OutputFormat, look: FormatOptions) => string

/** The rendering of an answer, and the name of its format if it is not one of the three standard ones. */
export interface Rendering<O extends Answer> {
  readonly render?: Render<O>
  readonly printed?: string
}

/**
 * Opens the repository, reads the settings, runs the query and prints the answer. Returns the printed answer;
 * `undefined` after a failure.
 */
export async function askRepository<Id extends keyof Answers>(
  host: CommandHost,
  schema: Id,
  flags: QuestionFlags,
  ask: (asking: QuestionContext) => ResultAsync<Answers[Id], CodedError>,
  { render = renderAnswer, printed }: Rendering<Answers[Id]> = {},
): Promise<Answers[Id] | undefined> {
  const { io } = host
  const opened = await openRepository(host, flags)
  if (opened.isErr()) {
    reportFailure(io, opened.error, schema)
    return undefined
  }
  const { repository, dir } = opened.value
  let isOpen = true
  try {
    const asked = await showProgress(io, 'Looking …', prepare(repository, host, { dir, schema, flags }, ask))
    if (asked.isErr()) {
      reportFailure(io, asked.error, schema)
      return undefined
    }
    const { answer, format } = asked.value
    isOpen = false
    // Git ends while the answer is rendered and printed.
    const closed = repository.close()
    const { columns } = io.stdout
    const look: FormatOptions = {
      verbose: flags.verbose ?? false,
      remedies: remediesOf(format),
      colour: useColour(io.stdout, io.env),
      ...omitUndefined({ width: columns }),
    }
    const text = render(answer, format, look)
    await Promise.all([closed, printAnswer(io, text, { format: printed ?? format, dir, pager: flags.pager })])
    return answer
  } finally {
    if (isOpen) await repository.close()
  }
}

function prepare<O extends Answer>(
  repository: Repository,
  { io }: CommandHost,
  { dir, flags, schema }: { readonly dir: string; readonly flags: QuestionFlags; readonly schema: keyof Answers },
  ask: (asking: QuestionContext) => ResultAsync<O, CodedError>,
): ResultAsync<{ readonly answer: O; readonly format: OutputFormat }, CodedError> {
  return safeTry(async function* () {
    const { git } = repository
    const call: CallOptions = omitUndefined({ signal: io.signal })
    const { at, rev, notesRef, scanLimit, ...given } = flags as AnswerFlags & DepsFlags
    const revision = rev ?? (at === undefined || at === 'WORKTREE' || at === 'INDEX' ? 'HEAD' : at)
    // Every query resolves the commit; doing it now starts the object process while the settings are read.
    const [loaded] = yield* Result.combine(
      await Promise.all([
        loadSettings(git, { flags: { ...given, notesRefs: notesRef, depsScanLimit: scanLimit }, env: io.env }, call),
        git.resolve(revision, call),
      ]),
    )
    const { settings, warnings, repository: info } = loaded
    for (const warning of warnings) reportWarning(io, warning)
    const stages = queryStages(settings)
    // A program may use a pipeline of its own for reading.
    const pipeline = repository.createPipeline(stages)
    const queries: Queries = {
      ...repository.createQueries(stages),
      read: (query, options) => pipeline.execute(query, options),
    }
    const budget = budgetOf(schema, settings, flags.verbose ?? false)
    const context = { git, repository: info, dir, revision, call }
    const state = rev ?? at ?? (info.worktreeDir === undefined ? 'HEAD' : undefined)
    const answer = await ask({ repository, queries, ast: repository.ast, settings, context, at: state, budget })
    return answer.isErr() ? err(answer.error) : ok({ answer: answer.value, format: settings.format })
  })
}

/**
 * Returns the requested budget, or else the default of the answer. JSON is not trimmed unless a limit was requested.
 */
function budgetOf(schema: keyof Answers, { format, maxTokens }: Settings, verbose: boolean): Budget {
  const limit = maxTokens ?? (format === 'json' ? 0 : DEFAULT_MAX_TOKENS[schema])
  return { format, verbose, remedies: remediesOf(format), ...omitEmpty({ maxTokens: limit }) }
}

/** A person pastes a command; an agent knows its query, and pays for each word. */
function remediesOf(format: OutputFormat): RemedyStyle {
  return format === 'pretty' ? 'command' : 'option'
}
