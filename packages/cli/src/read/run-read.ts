import {
  err,
  omitUndefined,
  READ_OUTPUT_SCHEMA,
  safeTry,
  type CodedError,
  type ReadOutput,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { ReadQuery } from '@chronicle/core'
import { pickReadFilters } from '@chronicle/core/contracts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { askRepository } from '../queries/ask-repository.ts'
import type { PathContext } from './find-path.ts'
import { findPlace } from './find-place.ts'
import { resolveTargets, type ReadTargets } from './resolve-targets.ts'
import { parseLines } from './parse-lines.ts'

/** The options of `read` as they were given. */
export interface ReadFlags extends Partial<Omit<Settings, 'notesRefs'>> {
  readonly notesRef?: Settings['notesRefs']
  readonly anchor?: string
  readonly lines?: string
  readonly at?: 'WORKTREE' | 'INDEX' | 'HEAD'
  readonly rev?: string
  readonly since?: string
  readonly tags?: readonly string[]
  readonly verbose?: true
  readonly pager?: boolean
  readonly C?: string
}

/** The command line of one `read`. */
export interface ReadInvocation {
  readonly words: readonly string[]
  readonly flags: ReadFlags
  /** Whether `--` was given. */
  readonly pathsOnly: boolean
}

/** Runs one `read`. */
export async function runRead(host: CommandHost, { words, flags, pathsOnly }: ReadInvocation): Promise<void> {
  await askRepository(host, READ_OUTPUT_SCHEMA, flags, ({ ast, at, budget, context, queries, settings }) =>
    safeTry(async function* () {
      const lines = yield* parseLines(flags.lines)
      const given = { words, anchor: flags.anchor, lines, pathsOnly }
      const targets = yield* resolveTargets(given, context)
      const ask = (asked: ReadTargets): ResultAsync<ReadOutput, CodedError> =>
        safeTry(async function* () {
          return queries.read({ ...readQuery(asked, flags, settings, at), ...budget }, context.call)
        })
      const output = await ask(targets)
      const missing = await missingFile(output, targets, { ...context, ask, ast })
      return missing === undefined ? output : err(missing)
    }),
  )
}

function readQuery(targets: ReadTargets, flags: ReadFlags, settings: Settings, at: string | undefined): ReadQuery {
  const { since, tags } = flags
  const { lines } = targets
  return {
    files: targets.files,
    ...omitUndefined({ anchor: targets.anchor, lines, at, since, tags }),
    sources: settings.sources,
    ...pickReadFilters(settings),
  }
}

/**
 * Returns the error for an argument that was used as an anchor because no file has its name. If it is not an anchor
 * either and looks like a path, the file is missing.
 */
async function missingFile(
  output: Result<ReadOutput, CodedError>,
  { anchor: word = '', guessed }: ReadTargets,
  context: PathContext & {
    readonly ask: (targets: ReadTargets) => ResultAsync<ReadOutput, CodedError>
    readonly ast: Repository['ast']
  },
): Promise<CodedError | undefined> {
  const error = output.isErr() ? output.error : undefined
  if (guessed === undefined || (error !== undefined && error.code !== 'anchor_not_found')) return error
  // Where units cannot be looked up, a name without records may be anything.
  if (output.isOk() && !isUnchecked(output.value)) return undefined
  if (await looksLikePath(word, context)) {
    const place = await findPlace(word, context)
    const files = place.isOk() && place.value.path !== undefined ? [place.value.path] : []
    const alone = files.length === 0 ? undefined : await context.ask({ files })
    if (alone?.isErr() === true) return alone.error
  }
  if (error === undefined) return undefined
  const assumption = `'${showName(word)}' was read as an anchor, because no file has that name.`
  return { ...error, message: `${error.message}${/[.?!]$/u.test(error.message) ? '' : '.'} ${assumption}` }
}

function isUnchecked({ diagnostics, regions }: ReadOutput): boolean {
  return regions.length === 0 && diagnostics.some(({ code }) => code === 'no_grammar')
}

/** Whether a word contains a slash, or has the extension of a language or of some file of the repository. */
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
