import {
  err,
  ok,
  parseLineRange,
  type CodedError,
  type LineRange,
  type ReadOutput,
  type Result,
} from '@chronicle/schema'
import {
  formatJson,
  formatMarkdown,
  formatPretty,
  lowestValueFirst,
  nearestNames,
  newestCommitsFirst,
  namedScorer,
  type ReadQuery,
} from '@chronicle/core'
import { codedError, type CallOptions, type FormatOptions, type RepositoryInfo } from '@chronicle/core/contracts'
import { loadSettings } from '../config/load-settings.ts'
import type { FlagValues } from '../config/resolve-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import type { ReadFlags } from './read-flags.ts'
import type { PathContext } from './find-path.ts'
import { resolveTargets, type ReadTargets } from './resolve-targets.ts'

/** The command line of one `read`. */
export interface ReadInvocation {
  readonly words: readonly string[]
  readonly flags: ReadFlags
  /** A `--` was given. */
  readonly pathsOnly: boolean
}

/** Runs one `read`: opens the repository, asks, prints. */
export async function runRead(host: CommandHost, invocation: ReadInvocation): Promise<void> {
  const { io } = host
  const { flags } = invocation
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository, dir } = opened.value
  try {
    const answer = await showProgress(io, 'Reading …', answerRead(repository, host, { ...invocation, dir }))
    if (answer.isErr()) return reportFailure(io, answer.error)
    const { output, settings } = answer.value
    const verbose = flags.verbose ?? false
    const { columns } = io.stdout
    const look = { colour: useColour(io.stdout, io.env), ...(columns === undefined ? {} : { width: columns }) }
    io.stdout.write(render(output, settings.format, { verbose, ...look }))
  } finally {
    await repository.close()
  }
}

interface Answer {
  readonly output: ReadOutput
  readonly settings: Settings
}

async function answerRead(
  repository: Repository,
  { io }: CommandHost,
  { words, flags, pathsOnly, dir }: ReadInvocation & { readonly dir: string },
): Promise<Result<Answer, CodedError>> {
  const { git } = repository
  const lines = flags.lines === undefined ? ok(undefined) : parseLineRange(flags.lines)
  if (lines.isErr()) return err(codedError('usage', lines.error.message, { data: { lines: flags.lines } }))
  const call: CallOptions = io.signal === undefined ? {} : { signal: io.signal }
  // Every read asks for the commit; asking now starts the object process while the settings are read.
  const [loaded] = await Promise.all([
    loadSettings(git, { flags: settingFlags(flags), env: io.env }, call),
    git.resolve(revisionOf(flags), call),
  ])
  if (loaded.isErr()) return err(loaded.error)
  const { settings, warnings, repository: info } = loaded.value
  for (const warning of warnings) reportWarning(io, warning)

  const context = { git, repository: info, dir, revision: revisionOf(flags), call }
  const given = { words, anchor: flags.anchor, hasLines: flags.lines !== undefined, pathsOnly }
  const targets = await resolveTargets(given, context)
  if (targets.isErr()) return err(targets.error)

  const pipeline = repository.createPipeline({
    notesRefs: settings.notesRefs,
    scorer: namedScorer(settings.scorer, { halfLifeDays: settings.recencyHalfLife }),
    trimmer: settings.trimmer === 'lowest_value_first' ? lowestValueFirst() : newestCommitsFirst(),
    depsScanLimit: settings.depsScanLimit,
  })
  const output = await pipeline.execute(
    readQuery({ ...targets.value, lines: lines.value }, flags, settings, info),
    call,
  )
  if (output.isErr()) return err(await explainGuess(output.error, targets.value, context))
  return ok({ output: output.value, settings })
}

function settingFlags({ notesRef, ...flags }: ReadFlags): FlagValues {
  return { ...flags, notesRefs: notesRef }
}

function revisionOf({ at, rev }: ReadFlags): string {
  return rev ?? (at === 'WORKTREE' || at === 'INDEX' || at === undefined ? 'HEAD' : at)
}

function readQuery(
  targets: ReadTargets & { readonly lines: LineRange | undefined },
  flags: ReadFlags,
  settings: Settings,
  info: RepositoryInfo,
): ReadQuery {
  const { since, tags } = flags
  const { lines } = targets
  const at = flags.rev ?? flags.at ?? (info.worktreeDir === undefined ? 'HEAD' : undefined)
  return {
    files: targets.files,
    ...(targets.anchor === undefined ? {} : { anchor: targets.anchor }),
    ...(lines === undefined ? {} : { lines }),
    ...(at === undefined ? {} : { at }),
    ...(since === undefined ? {} : { since }),
    ...(tags === undefined ? {} : { tags }),
    contextLevel: settings.contextLevel,
    minConfidence: settings.minConfidence,
    depth: settings.depth,
    maxRegions: settings.maxRegions,
    ...(settings.maxTokens === undefined ? {} : { maxTokens: settings.maxTokens }),
    format: settings.format,
    verbose: flags.verbose ?? false,
    fullBlame: flags.fullBlame ?? false,
  }
}

/** A mistyped path at the end was taken for an anchor: say so, with the paths that may have been meant. */
async function explainGuess(error: CodedError, targets: ReadTargets, context: PathContext): Promise<CodedError> {
  if (error.code !== 'anchor_not_found' || targets.guessed === undefined) return error
  const word = targets.anchor ?? ''
  const taken = `'${showName(word)}' was taken for an anchor, because no file is called that.`
  const message = `${error.message}${/[.?!]$/u.test(error.message) ? '' : '.'} ${taken}`
  if (!LOOKS_LIKE_PATH.test(word)) return { ...error, message }
  const { git, revision, call } = context
  const commit = (await git.resolve(revision, call)).unwrapOr(undefined)
  const files = commit === undefined ? [] : (await git.listFiles({ commit }, undefined, call)).unwrapOr([])
  const nearest = nearestNames(word, files.slice(0, 20_000), 3)
  const hint = nearest.length === 0 ? '' : ` Nearest paths: ${nearest.map(showName).join(', ')}`
  return { ...error, message: `${message}${hint}`, data: { ...error.data, nearest_paths: nearest } }
}

/** Has a slash, or what may be a file extension. */
const LOOKS_LIKE_PATH = /[/\\]|\.[a-z]{1,5}$/u

function render(output: ReadOutput, format: Settings['format'], options: FormatOptions): string {
  const text = { markdown: formatMarkdown, json: formatJson, pretty: formatPretty }[format](output, options)
  return text.endsWith('\n') ? text : `${text}\n`
}
