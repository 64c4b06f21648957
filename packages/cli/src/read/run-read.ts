import {
  err,
  ok,
  parseLineRange,
  READ_OUTPUT_SCHEMA,
  type CodedError,
  type LineRange,
  type ReadOutput,
} from '@chronicle/schema'
import { nearestNames, type ReadQuery } from '@chronicle/core'
import { codedError, type RepositoryInfo } from '@chronicle/core/contracts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { askRepository } from '../queries/ask-repository.ts'
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

/** Runs one `read`. */
export async function runRead(host: CommandHost, { words, flags, pathsOnly }: ReadInvocation): Promise<void> {
  await askRepository<ReadOutput>(host, READ_OUTPUT_SCHEMA, flags, async (asking) => {
    const { budget, context, queries, settings } = asking
    const lines = flags.lines === undefined ? ok(undefined) : parseLineRange(flags.lines)
    if (lines.isErr()) return err(codedError('usage', lines.error.message, { data: { lines: flags.lines } }))
    const given = { words, anchor: flags.anchor, hasLines: flags.lines !== undefined, pathsOnly }
    const targets = await resolveTargets(given, context)
    if (targets.isErr()) return err(targets.error)
    const place = { ...targets.value, lines: lines.value }
    const output = await queries.read(
      { ...readQuery(place, flags, settings, context.repository), ...budget },
      context.call,
    )
    return output.isErr() ? err(await explainGuess(output.error, targets.value, context)) : ok(output.value)
  })
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
