import {
  err,
  GREP_OUTPUT_SCHEMA,
  LOG_OUTPUT_SCHEMA,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  SHOW_OUTPUT_SCHEMA,
  STATUS_OUTPUT_SCHEMA,
  type CodedError,
  type ResultAsync,
  type RecordedKind,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { askRepository } from '../queries/ask-repository.ts'
import { findPath, pathsInside, type PathContext } from '../read/find-path.ts'
import type { AnswerFlags } from '../queries/query-flags.ts'
import { unrecordedCommits, unrecordedNotice } from '../git-hooks/unrecorded.ts'

/** The options of `status`. */
export interface StatusFlags extends AnswerFlags {
  readonly rev?: string
}

/** The options of `show`. */
export interface ShowFlags extends AnswerFlags {
  readonly at?: 'WORKTREE' | 'INDEX' | 'HEAD'
  readonly rev?: string
}

/** The options of `log`. */
export interface LogFlags extends AnswerFlags {
  readonly before?: string
  readonly since?: string
  readonly limit?: number
}

/** The options of `grep`. */
export interface GrepFlags extends AnswerFlags {
  readonly regexp?: string
  readonly fixedStrings?: true
  readonly ignoreCase?: true
  readonly caseSensitive?: true
  readonly kind?: readonly RecordedKind[]
  readonly tag?: readonly string[]
  readonly rev?: string
  readonly all?: true
  readonly limit?: number
}

/** The command line of a query about everything recorded. */
export interface WordsInvocation<Flags> {
  readonly words: readonly string[]
  /** Number of words after `--`. */
  readonly afterDashes: number | undefined
  readonly flags: Flags
}

/** Runs `status`. */
export async function runStatus(host: CommandHost, flags: StatusFlags): Promise<void> {
  await askRepository(host, STATUS_OUTPUT_SCHEMA, flags, ({ repository, settings, budget, context, queries }) =>
    safeTry(async function* () {
      const { call } = context
      if (repository.git.supports.rewrites) {
        // Updated here, so that this answer and later ones can report it.
        const [notesRef] = settings.notesRefs
        yield* repository.rewritten({ ...call, ...omitUndefined({ notesRef }) })
      }
      const notice = unrecordedNotice(yield* unrecordedCommits(context.repository))
      const answer = yield* queries.status({ ...omitUndefined({ at: flags.rev }), ...budget }, call)
      return ok(notice === undefined ? answer : { ...answer, diagnostics: [...answer.diagnostics, notice] })
    }),
  )
}

/** Runs `show`. */
export async function runShow(host: CommandHost, revision: string | undefined, flags: ShowFlags): Promise<void> {
  await askRepository(host, SHOW_OUTPUT_SCHEMA, flags, ({ at, budget, context, queries }) =>
    queries.show({ ...omitUndefined({ revision, at }), ...budget }, context.call),
  )
}

/** Runs `log`. The first word is a revision if it resolves to one and no file has that name. */
export async function runLog(host: CommandHost, invocation: WordsInvocation<LogFlags>): Promise<void> {
  const { afterDashes, flags, words } = invocation
  await askRepository(host, LOG_OUTPUT_SCHEMA, flags, ({ budget, context, queries }) =>
    safeTry(async function* () {
      const { before, limit, since } = flags
      const [first] = words
      const free = words.length - (afterDashes ?? 0)
      const isRange = yield* first === undefined || free === 0
        ? ok(false)
        : await isRevision(first, afterDashes, context)
      if (afterDashes !== undefined && free > (isRange ? 1 : 0)) {
        const message = `Only one revision or range can precede --, not '${showName(words[isRange ? 1 : 0] ?? '')}'.`
        return err(codedError('usage', message))
      }
      const paths = yield* pathsInside(words.slice(isRange ? 1 : 0), context)
      return queries.log(
        {
          ...(isRange && first !== undefined && { range: first }),
          ...omitEmpty({ paths }),
          ...omitUndefined({ before, since, limit }),
          ...budget,
        },
        context.call,
      )
    }),
  )
}

/** Runs `grep`. */
export async function runGrep(host: CommandHost, invocation: WordsInvocation<GrepFlags>): Promise<void> {
  const { afterDashes, flags, words } = invocation
  const { all, caseSensitive, fixedStrings, ignoreCase, kind, limit, regexp, rev, tag } = flags
  const free = words.length - (afterDashes ?? 0)
  const isPattern = regexp === undefined && free > 0
  const pattern = isPattern ? words[0] : regexp
  await askRepository(host, GREP_OUTPUT_SCHEMA, flags, ({ budget, context, queries }) =>
    safeTry(async function* () {
      const paths = yield* pathsInside(words.slice(isPattern ? 1 : 0), context)
      const found = await queries.grep(
        {
          ...omitUndefined({ pattern, fixedStrings }),
          ...(ignoreCase === true ? { ignoreCase } : caseSensitive === true ? { ignoreCase: false } : {}),
          ...omitUndefined({ kinds: kind, tags: tag }),
          ...omitEmpty({ paths }),
          ...omitUndefined({ at: rev, all, limit }),
          ...budget,
        },
        context.call,
      )
      return found.mapErr((error) =>
        error.code === 'invalid_query' && error.data?.['remedy'] !== undefined
          ? codedError(error.code, `${error.message} Add --fixed-strings (-F).`, { data: error.data })
          : error,
      )
    }),
  )
}

/**
 * Whether a word is a revision or range. A word that is neither, nor a file, is treated as whichever is more likely.
 */
function isRevision(
  word: string,
  afterDashes: number | undefined,
  context: PathContext,
): ResultAsync<boolean, CodedError> {
  return safeTry(async function* () {
    if (afterDashes !== undefined) return ok(true)
    const there = yield* findPath(word, context)
    if (there.exists) return ok(false)
    if (/^[^/]*\.{2,3}[^/]*$/u.test(word) || /^.+\.{2,3}.+$/u.test(word)) return ok(true)
    const commit = yield* context.git.resolve(word, context.call)
    return ok(commit !== undefined || !/[./]/u.test(word))
  })
}
