import {
  err,
  ok,
  parseLineRange,
  type CodedError,
  type ReadOutput,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import {
  formatJson,
  formatMarkdown,
  formatPretty,
  lowestValueFirst,
  newestCommitsFirst,
  weightedScorer,
  type ReadQuery,
} from '@chronicle/core'
import { codedError, type CallOptions, type FormatOptions, type RepositoryInfo } from '@chronicle/core/contracts'
import { loadSettings } from '../config/load-settings.ts'
import type { FlagValues } from '../config/resolve-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { openRepository } from '../host/open-repository.ts'
import { printAnswer } from '../host/print-answer.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import type { ReadFlags } from './read-flags.ts'
import type { PathContext } from './find-path.ts'
import { findPlace } from './find-place.ts'
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
  let answered: Answer
  try {
    const answer = await showProgress(io, 'Reading …', answerRead(repository, host, { ...invocation, dir }))
    if (answer.isErr()) return reportFailure(io, answer.error)
    answered = answer.value
  } finally {
    await repository.close()
  }
  const { output, settings } = answered
  const { format } = settings
  const verbose = flags.verbose ?? false
  const { columns } = io.stdout
  const look = { colour: useColour(io.stdout, io.env), ...(columns === undefined ? {} : { width: columns }) }
  await printAnswer(io, render(output, format, { verbose, ...look }), { format, dir, pager: flags.pager })
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
  const given = { words, anchor: flags.anchor, lines: lines.value, pathsOnly }
  const targets = await resolveTargets(given, context)
  if (targets.isErr()) return err(targets.error)

  const pipeline = repository.createPipeline({
    notesRefs: settings.notesRefs,
    scorer: weightedScorer({ halfLifeDays: settings.recencyHalfLife }),
    trimmer: settings.trimmer === 'lowest_value_first' ? lowestValueFirst() : newestCommitsFirst(),
    depsScanLimit: settings.depsScanLimit,
  })
  const ask = async (targets: ReadTargets): Promise<Result<ReadOutput, CodedError>> =>
    pipeline.execute(readQuery(targets, flags, settings, info), call)
  const output = await ask(targets.value)
  const missing = await missingFile(output, targets.value, { ...context, ask, ast: repository.ast })
  if (missing !== undefined) return err(missing)
  return output.map((output) => ({ output, settings }))
}

function settingFlags({ notesRef, ...flags }: ReadFlags): FlagValues {
  return { ...flags, notesRefs: notesRef }
}

function revisionOf({ at, rev }: ReadFlags): string {
  return rev ?? (at === 'WORKTREE' || at === 'INDEX' || at === undefined ? 'HEAD' : at)
}

function readQuery(targets: ReadTargets, flags: ReadFlags, settings: Settings, info: RepositoryInfo): ReadQuery {
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
  }
}

/**
 * The last argument was taken for an anchor because no file is called that. When it is none either and looks like a
 * path, the file is what is missing.
 */
async function missingFile(
  output: Result<ReadOutput, CodedError>,
  { anchor: word = '', guessed }: ReadTargets,
  context: PathContext & {
    readonly ask: (targets: ReadTargets) => Promise<Result<ReadOutput, CodedError>>
    readonly ast: Repository['ast']
  },
): Promise<CodedError | undefined> {
  const error = output.isErr() ? output.error : undefined
  if (guessed === undefined || (error !== undefined && error.code !== 'anchor_not_found')) return error
  // Where units cannot be looked up, a name of which nothing is recorded may be anything.
  if (output.isOk() && !isUnchecked(output.value)) return undefined
  if (await looksLikePath(word, context)) {
    const place = await findPlace(word, context)
    const files = place.isOk() && place.value.path !== undefined ? [place.value.path] : []
    const alone = files.length === 0 ? undefined : await context.ask({ files })
    if (alone?.isErr() === true) return alone.error
  }
  if (error === undefined) return undefined
  const taken = `'${showName(word)}' was taken for an anchor, because no file is called that.`
  return { ...error, message: `${error.message}${/[.?!]$/u.test(error.message) ? '' : '.'} ${taken}` }
}

function isUnchecked({ diagnostics, regions }: ReadOutput): boolean {
  return regions.length === 0 && diagnostics.some(({ code }) => code === 'no_grammar')
}

/** Has a slash, or the extension of a language or of some file of the repository. */
async function looksLikePath(
  word: string,
  { ast, git, revision, call }: PathContext & { readonly ast: Repository['ast'] },
): Promise<boolean> {
  if (/[/\\]/u.test(word)) return true
  const [, extension] = /[^:](\.\w{1,8})(?::.*)?$/u.exec(word) ?? []
  if (extension === undefined) return false
  if (ast.language(`file${extension}` as RepoPath) !== undefined) return true
  const commit = (await git.resolve(revision, call)).unwrapOr(undefined)
  const files = commit === undefined ? [] : (await git.listFiles({ commit }, undefined, call)).unwrapOr([])
  return files.some((file) => file.endsWith(extension))
}

function render(output: ReadOutput, format: Settings['format'], options: FormatOptions): string {
  const text = { markdown: formatMarkdown, json: formatJson, pretty: formatPretty }[format](output, options)
  return text.endsWith('\n') ? text : `${text}\n`
}
