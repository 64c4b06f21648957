import type { AuthorContext, PendingContext, PendingContextError as InvalidContext } from '@chronicle/writer'
import type { CallOptions, GitBackend } from '@chronicle/core/contracts'
import { err, ok, ResultAsync, type Result } from '@chronicle/schema'
import { createPendingContextFile, type PendingContextError } from './pending-context-file.ts'

/** Why what is kept for the next commit cannot be used. */
export type NextCommitError = PendingContextError | InvalidContext

/** What the author has to say about the commit under way in a working tree, kept until it is made. */
export interface NextCommitContext {
  /** What is kept. `undefined`: nothing, or nothing that has not expired. */
  read(options?: CallOptions): ResultAsync<PendingContext | undefined, NextCommitError>
  /**
   * Adds to what is kept; a text takes the place of the one before. It is good for `hours` from now on. `saidAt`, in
   * milliseconds since the epoch, is for what was said of a commit that has been made since.
   */
  add(
    author: AuthorContext,
    options: CallOptions & { readonly hours: number; readonly saidAt?: number },
  ): ResultAsync<PendingContext, NextCommitError>
  /** Forgets it. Whether there was any, even if it could not be read. */
  clear(options?: CallOptions): ResultAsync<boolean, NextCommitError>
}

const HOUR = 3_600_000

export function createNextCommitContext(git: GitBackend, clock: () => number): NextCommitContext {
  const file = createPendingContextFile(git)

  const parse = async (text: string | undefined): Promise<Result<PendingContext | undefined, InvalidContext>> => {
    if (text === undefined) return ok(undefined)
    const { isExpired, parsePendingContext } = await import('@chronicle/writer')
    return parsePendingContext(text).map((pending) => (isExpired(pending, clock()) ? undefined : pending))
  }

  return {
    read: (options) =>
      new ResultAsync(file.read(options).then(async (text) => (text.isErr() ? err(text.error) : parse(text.value)))),
    add: (author, { hours, saidAt, ...options }) => new ResultAsync(add(author, { hours, saidAt }, options)),
    clear: (options) => new ResultAsync(clear(options)),
  }

  async function add(
    author: AuthorContext,
    { hours, saidAt }: { readonly hours: number; readonly saidAt: number | undefined },
    options: CallOptions,
  ): Promise<Result<PendingContext, NextCommitError>> {
    const { formatPendingContext, isExpired, mergeAuthorContexts, parsePendingContext } =
      await import('@chronicle/writer')
    const now = clock()
    let kept: PendingContext = { author, createdAt: saidAt ?? now, expiresAt: now + hours * HOUR }
    const changed = await file.change<InvalidContext>((text) => {
      const before = text === undefined ? ok(undefined) : parsePendingContext(text)
      if (before.isErr()) return err(before.error)
      if (before.value !== undefined && !isExpired(before.value, now)) {
        const { author: under, createdAt, unknownKeys } = before.value
        kept = {
          ...kept,
          author: mergeAuthorContexts(under, author) ?? author,
          createdAt: saidAt ?? createdAt,
          ...(unknownKeys === undefined ? {} : { unknownKeys }),
        }
      }
      return ok(formatPendingContext(kept))
    }, options)
    return changed.isErr() ? err(changed.error) : ok(kept)
  }

  async function clear(options: CallOptions | undefined): Promise<Result<boolean, NextCommitError>> {
    let found = false
    const changed = await file.change((text) => {
      found = text !== undefined
      return ok(undefined)
    }, options)
    return changed.isErr() ? err(changed.error) : ok(found)
  }
}
