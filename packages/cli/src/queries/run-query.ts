import { DEPS_OUTPUT_SCHEMA, err, ok, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import {
  renderAnswer,
  weightedScorer,
  type Answers,
  type OutputFormat,
  type PlaceQuery,
  type Queries,
} from '@chronicle/core'
import { codedError, type CallOptions, type FormatOptions } from '@chronicle/core/contracts'
import { loadSettings } from '../config/load-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import { onlyPath, type PathContext } from '../read/find-path.ts'
import type { AnswerFlags, DepsFlags, PlaceFlags } from './query-flags.ts'

/** The command line of a query about one place. */
export interface PlaceInvocation<Flags extends PlaceFlags> {
  readonly path: string
  readonly anchor: string | undefined
  readonly flags: Flags
}

type Answer = Answers[keyof Answers]

/** Runs `deps`. */
export async function runDeps(host: CommandHost, invocation: PlaceInvocation<DepsFlags>): Promise<void> {
  const { maxResults, scanLimit } = invocation.flags
  await runPlaceQuery(host, DEPS_OUTPUT_SCHEMA, invocation, (queries, place, call) =>
    queries.deps(
      {
        ...place,
        ...(maxResults === undefined ? {} : { maxResults }),
        ...(scanLimit === undefined ? {} : { scanLimit }),
      },
      call,
    ),
  )
}

/** Resolves the place and asks about it. */
async function runPlaceQuery<Flags extends PlaceFlags>(
  host: CommandHost,
  schema: keyof Answers,
  { path, anchor, flags }: PlaceInvocation<Flags>,
  ask: (queries: Queries, place: PlaceQuery, call: CallOptions) => ResultAsync<Answer, CodedError>,
): Promise<void> {
  await runQuery(host, schema, flags, async ({ queries, settings, context, budget }) => {
    const file = await onlyPath(path, context)
    if (file.isErr()) return err(file.error)
    if (file.value === undefined) {
      const top = context.repository.worktreeDir ?? context.dir
      const message = `'${path}' is outside the repository at ${top}.`
      return err(codedError('invalid_path', message, { data: { path } }))
    }
    if (anchor !== undefined && flags.anchor !== undefined) {
      return err(codedError('usage', `The anchor is given twice: '${anchor}' and '${flags.anchor}'.`))
    }
    const named = anchor ?? flags.anchor
    const at = flags.rev ?? flags.at ?? (context.repository.worktreeDir === undefined ? 'HEAD' : undefined)
    const place: PlaceQuery = {
      file: file.value,
      ...(named === undefined ? {} : { anchor: named }),
      ...(at === undefined ? {} : { at }),
      ...(settings.maxTokens === undefined ? {} : { maxTokens: settings.maxTokens }),
      ...budget,
    }
    return ask(queries, place, context.call)
  })
}

interface Asking {
  readonly queries: Queries
  readonly settings: Settings
  readonly context: PathContext
  readonly budget: { readonly format: OutputFormat; readonly verbose: boolean }
}

/** Opens the repository, reads the settings, asks, prints. */
async function runQuery(
  host: CommandHost,
  schema: keyof Answers,
  flags: AnswerFlags & Pick<PlaceFlags, 'at' | 'rev'>,
  ask: (asking: Asking) => Promise<Result<Answer, CodedError>>,
): Promise<void> {
  const { io } = host
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error, schema)
  const { repository, dir } = opened.value
  try {
    const answer = await showProgress(io, 'Looking …', prepare(repository, host, dir, flags, ask))
    if (answer.isErr()) return reportFailure(io, answer.error, schema)
    const { columns } = io.stdout
    const look: FormatOptions = {
      verbose: flags.verbose ?? false,
      colour: useColour(io.stdout, io.env),
      ...(columns === undefined ? {} : { width: columns }),
    }
    io.stdout.write(renderAnswer(answer.value.answer, answer.value.format, look))
  } finally {
    await repository.close()
  }
}

async function prepare(
  repository: Repository,
  { io }: CommandHost,
  dir: string,
  flags: AnswerFlags & Pick<PlaceFlags, 'at' | 'rev'>,
  ask: (asking: Asking) => Promise<Result<Answer, CodedError>>,
): Promise<Result<{ readonly answer: Answer; readonly format: OutputFormat }, CodedError>> {
  const { git } = repository
  const call: CallOptions = io.signal === undefined ? {} : { signal: io.signal }
  const { at, rev, notesRef, scanLimit, ...given } = flags as AnswerFlags & DepsFlags
  const revision = rev ?? (at === undefined || at === 'WORKTREE' || at === 'INDEX' ? 'HEAD' : at)
  // Every query asks for the commit; asking now starts the object process while the settings are read.
  const [loaded] = await Promise.all([
    loadSettings(git, { flags: { ...given, notesRefs: notesRef, depsScanLimit: scanLimit }, env: io.env }, call),
    git.resolve(revision, call),
  ])
  if (loaded.isErr()) return err(loaded.error)
  const { settings, warnings, repository: info } = loaded.value
  for (const warning of warnings) reportWarning(io, warning)
  const queries = repository.createQueries({
    notesRefs: settings.notesRefs,
    scorer: weightedScorer({ halfLifeDays: settings.recencyHalfLife }),
    depsScanLimit: settings.depsScanLimit,
  })
  const budget = { format: settings.format, verbose: flags.verbose ?? false }
  const context = { git, repository: info, dir, revision, call }
  const answer = await ask({ queries, settings, context, budget })
  return answer.isErr() ? err(answer.error) : ok({ answer: answer.value, format: settings.format })
}
