import {
  err,
  ok,
  omitUndefined,
  ResultAsync,
  safeTry,
  type CodedError,
  type CommitId,
  type NotesRef,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import { onAbort } from '../contracts/on-abort.ts'

/** What is to become of notes, worked out from how they are now. */
export interface NotesUpdate<T> {
  readonly outcome: T
  /** Absent: there is nothing to write. */
  readonly notes?: ReadonlyMap<CommitId, Uint8Array | undefined>
  /** See `GitBackend.writeNotes`. */
  readonly dropHistory?: boolean
}

/** What an update works with. */
export interface NotesServices {
  readonly git: GitBackend
  /**
   * Waits between attempts on a busy notes ref, at random longer than it is told, or writers that met once would meet
   * again. Absent: no wait.
   */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** Attempts to win the race for the notes ref; the waits between them add up to about half a minute. */
const ATTEMPTS = 30
/** Attempts in which nobody else wrote: no race was lost, the ref is stuck. Their waits come to about two seconds. */
const VAIN_ATTEMPTS = 8
const FIRST_WAIT_MS = 15
const LONGEST_WAIT_MS = 1000

/**
 * Changes notes by compare-and-swap on their ref: when somebody else wrote in between, the plan is made again from
 * what is there then. So what a plan does not change is what the last writer left.
 */
export function updateNotes<T, E extends CodedError>(
  ref: NotesRef,
  services: NotesServices,
  plan: (listing: NotesListing) => ResultAsync<NotesUpdate<T>, E>,
  options: CallOptions & { readonly message: string; readonly dryRun: boolean },
): ResultAsync<T, E | GitError> {
  const run = (): ResultAsync<T, E | GitError> => attempt(ref, services, plan, options)
  return options.dryRun ? run() : inTurn(services.git, ref, options.signal, run)
}

/** When all updates of a ref that were asked for have ended. */
const ENDS = new WeakMap<GitBackend, Map<NotesRef, Promise<void>>>()

/**
 * Updates of one program wait for each other: racing, each would make its plan again for each that was quicker. One that
 * is aborted waits no longer.
 */
function inTurn<T, E>(
  git: GitBackend,
  ref: NotesRef,
  signal: AbortSignal | undefined,
  update: () => ResultAsync<T, E>,
): ResultAsync<T, E> {
  const ends = ENDS.get(git) ?? new Map<NotesRef, Promise<void>>()
  ENDS.set(git, ends)
  const before = ends.get(ref) ?? Promise.resolve()
  const made = endOrAbort(before, signal).then(update)
  ends.set(
    ref,
    Promise.allSettled([before, made]).then(() => undefined),
  )
  return new ResultAsync(made)
}

function endOrAbort(before: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const forget = onAbort(signal, resolve)
    if (signal?.aborted === true) resolve()
    void before.then(resolve).finally(forget)
  })
}

function attempt<T, E extends CodedError>(
  ref: NotesRef,
  { git, sleep }: NotesServices,
  plan: (listing: NotesListing) => ResultAsync<NotesUpdate<T>, E>,
  options: CallOptions & { readonly message: string; readonly dryRun: boolean },
): ResultAsync<T, E | GitError> {
  return safeTry(async function* () {
    if (git.writeNotes === undefined) {
      return err(codedError('unsupported', `The git backend ${git.name} cannot write notes. Use the cli backend.`))
    }
    const { signal, message } = options
    const call: CallOptions = omitUndefined({ signal })
    let vain = 0
    let tip: NotesListing['tip']
    for (let attempt = 1; ; attempt++) {
      const listing = yield* git.listNotes(ref, call)
      vain = attempt > 1 && listing.tip === tip ? vain + 1 : 1
      tip = listing.tip
      const { outcome, notes, dropHistory = false } = yield* plan(listing)
      if (options.dryRun || notes === undefined) return ok(outcome)
      const written = await git.writeNotes(ref, listing.tip, notes, { ...call, message, dropHistory })
      if (written.isOk()) return ok(outcome)
      const { code } = written.error
      const lostRace = code === 'notes_ref_moved' || code === 'notes_ref_locked'
      if (!lostRace) return err(written.error)
      if (attempt === ATTEMPTS || vain === VAIN_ATTEMPTS) return err(gaveUp(written.error, ref, attempt))
      await sleep?.(Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS), signal)
    }
  })
}

/** The error of a lock names its file; that of a lost race speaks to whoever is to merge, which has been done here. */
function gaveUp(error: GitError, ref: NotesRef, attempts: number): GitError {
  if (error.code !== 'notes_ref_moved') return error
  const message = `Nothing was written: at each of ${attempts} attempts another process had written ${ref} first. Try again.`
  return { ...error, message }
}
