import type { AuthorContext, PendingContext, PendingContextError as InvalidContext } from '@chronicle/writer'
import { codedError, type CallOptions, type GitBackend } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import { err, ok, safeTry, type CodedError } from '@chronicle/schema'
import { createPendingContextFile, type PendingContextError } from './pending-context-file.ts'

/** The reason why the context of the next commit cannot be used. */
export type NextCommitError = PendingContextError | InvalidContext | CodedError<'note_not_found'>

/** The author's context for the next commit in a working tree, stored until the commit is made. */
export interface NextCommitContext {
  /** Returns the stored context, or `undefined` if there is none or it has expired. */
  read(options?: CallOptions): ResultAsync<PendingContext | undefined, NextCommitError>
  /**
   * Adds to the stored context; a text replaces the previous one. The context expires after `hours`. `saidAt`, in
   * milliseconds since the epoch, is for statements about a commit that has been made since.
   */
  add(
    author: AuthorContext,
    options: CallOptions & { readonly hours: number; readonly saidAt?: number | undefined },
  ): ResultAsync<PendingContext, NextCommitError>
  /**
   * Removes one note by its id (see `noteId`) or the beginning of it. Returns the remaining context, or `undefined` if
   * nothing is left.
   */
  removeNote(id: string, options?: CallOptions): ResultAsync<PendingContext | undefined, NextCommitError>
  /**
   * Removes the context, or no more than `only`, so that what was added since it was read stays. Returns whether any of
   * it was there, even an unreadable one.
   */
  clear(options?: CallOptions & { readonly only?: PendingContext | undefined }): ResultAsync<boolean, NextCommitError>
}

const HOUR = 3_600_000
/** The latest time that a date can have, in milliseconds since the epoch. */
const MAX_TIME = 8.64e15

const NO_NEXT_COMMIT =
  'A bare repository has no next commit for which this could be kept. Record it about an existing one: git chronicle record <path> --commit <rev>.'

export function createNextCommitContext(git: GitBackend, clock: () => number): NextCommitContext {
  const file = createPendingContextFile(git)

  const parse = (text: string | undefined): ResultAsync<PendingContext | undefined, InvalidContext> =>
    safeTry(async function* () {
      if (text === undefined) return ok(undefined)
      const { isExpired, parsePendingContext } = await import('@chronicle/writer')
      return parsePendingContext(text).map((pending) => (isExpired(pending, clock()) ? undefined : pending))
    })

  return {
    read: (options) => file.read(options).andThen(parse),
    add: (author, { hours, saidAt, ...options }) => add(author, { hours, saidAt }, options),
    removeNote: (id, options) => removeNote(id, options),
    clear: ({ only, ...options } = {}) => (only === undefined ? clear(options) : remove(only, options)),
  }

  function removeNote(
    id: string,
    options: CallOptions | undefined,
  ): ResultAsync<PendingContext | undefined, NextCommitError> {
    return safeTry(async function* () {
      const { formatPendingContext, isExpired, isSilent, parsePendingContext } = await import('@chronicle/writer')
      const { noteId } = await import('@chronicle/core/text')
      let left: PendingContext | undefined
      return file
        .change<NextCommitError>(
          (text) =>
            safeTry(function* () {
              const before = yield* text === undefined ? ok(undefined) : parsePendingContext(text)
              const pending = before === undefined || isExpired(before, clock()) ? undefined : before
              const notes = pending?.author.notes ?? []
              const [found, ...others] = notes.filter((note) => id !== '' && noteId(note).startsWith(id.toLowerCase()))
              if (pending === undefined || found === undefined || others.length > 0)
                return err(noteNotFound(id, notes.map(noteId)))
              const author = { ...pending.author, notes: notes.filter((note) => note !== found) }
              left = isSilent(author) ? undefined : { ...pending, author }
              return ok(left && formatPendingContext(left))
            }),
          options,
        )
        .map(() => left)
    })
  }

  function add(
    given: AuthorContext,
    { hours, saidAt }: { readonly hours: number; readonly saidAt: number | undefined },
    options: CallOptions,
  ): ResultAsync<PendingContext, NextCommitError> {
    return safeTry(async function* () {
      const { addToPending, formatPendingContext, isExpired, parsePendingContext, requireAuthorContext } =
        await import('@chronicle/writer')
      const author = yield* requireAuthorContext(given)
      const now = clock()
      if (!(hours > 0) || now + hours * HOUR > MAX_TIME)
        return err(cannotBeAdded(['"hours" is no positive number of hours']))
      const { bare } = yield* git.describe(options)
      if (bare) return err(codedError('unsupported', NO_NEXT_COMMIT))
      let kept: PendingContext = { author, createdAt: saidAt ?? now, expiresAt: now + hours * HOUR }
      return file
        .change<InvalidContext>(
          (text) =>
            safeTry(function* () {
              const before = yield* text === undefined ? ok(undefined) : parsePendingContext(text)
              if (before !== undefined && !isExpired(before, now))
                kept = addToPending(before, { ...kept, createdAt: saidAt ?? before.createdAt })
              const formatted = formatPendingContext(kept)
              // Callers in JavaScript can pass anything, and the next reader would refuse it.
              const valid = parsePendingContext(formatted)
              return valid.isErr() ? err(cannotBeAdded(valid.error.data?.['problems'])) : ok(formatted)
            }),
          options,
        )
        .map(() => kept)
    })
  }

  function remove(only: PendingContext, options: CallOptions): ResultAsync<boolean, NextCommitError> {
    return safeTry(async function* () {
      const { formatPendingContext, isSilent, parsePendingContext, withoutRecorded } = await import('@chronicle/writer')
      let found = false
      return file
        .change<NextCommitError>(
          (text) =>
            safeTry(function* () {
              const now = yield* text === undefined ? ok(undefined) : parsePendingContext(text)
              if (now === undefined) return ok(text)
              const left = withoutRecorded(now, only)
              found = formatPendingContext(left) !== formatPendingContext(now)
              return ok(isSilent(left.author) ? undefined : formatPendingContext(left))
            }),
          options,
        )
        .map(() => found)
    })
  }

  function clear(options: CallOptions | undefined): ResultAsync<boolean, NextCommitError> {
    return safeTry(async function* () {
      let found = false
      return file
        .change((text) => {
          found = text !== undefined
          return ok(undefined)
        }, options)
        .map(() => found)
    })
  }
}

function cannotBeAdded(problems: unknown): InvalidContext {
  const message = `This cannot be kept for the next commit: ${[problems].flat().join('; ')}.`
  return codedError('invalid_pending_context', message, { data: { problems } })
}

function noteNotFound(id: string, ids: readonly string[]): CodedError<'note_not_found'> {
  const list = ids.length === 0 ? 'No note is kept.' : `There are: ${ids.join(', ')}.`
  return codedError('note_not_found', `No one note has the id ${JSON.stringify(id)}. ${list}`, { data: { id, ids } })
}
