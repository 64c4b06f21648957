import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type CommitId,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import { createQueue, type Queue } from '../contracts/queue.ts'

/** The new content of notes, computed from their current state. */
export interface NotesUpdate<T> {
  readonly outcome: T
  /** Absent when there is nothing to write. */
  readonly notes?: ReadonlyMap<CommitId, Uint8Array | undefined>
  /** See `GitBackend.writeNotes`. */
  readonly dropHistory?: boolean
  /** Default: the message given with the options. */
  readonly message?: string
}

/** The services that an update needs. */
export interface NotesServices {
  readonly git: GitBackend
  /**
   * Waits between attempts on a busy notes ref. The wait is random and longer than requested, so that two writers that
   * collided once do not collide again. Absent: no wait.
   */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/**
 * Maximum number of attempts to win the race for the notes ref; the waits between them add up to about half a minute.
 */
const ATTEMPTS = 30
/**
 * Maximum number of attempts in a row in which nobody else wrote: no race was lost, the ref is stuck. Their waits add
 * up to about two seconds.
 */
const MAX_STUCK_ATTEMPTS = 8
const FIRST_WAIT_MS = 15
const LONGEST_WAIT_MS = 1000

/**
 * Updates notes by compare-and-swap on their ref. When another process has written in between, the plan is computed
 * again from the new state, so that a plan never overwrites what it does not change.
 */
export function updateNotes<T, E extends CodedError>(
  ref: NotesRef,
  services: NotesServices,
  plan: (listing: NotesListing) => ResultAsync<NotesUpdate<T>, E>,
  options: CallOptions & { readonly message: string; readonly dryRun: boolean },
): ResultAsync<T, E | GitError> {
  const run = (): ResultAsync<T, E | GitError> => attempt(ref, services, plan, options)
  return options.dryRun ? run() : queueOf(services.git, ref)(options, run)
}

/** The updates of each ref in this process, because racing ones would each compute their plan again. */
const QUEUES = new WeakMap<GitBackend, Map<NotesRef, Queue>>()

function queueOf(git: GitBackend, ref: NotesRef): Queue {
  const queues = QUEUES.get(git) ?? new Map<NotesRef, Queue>()
  QUEUES.set(git, queues)
  const queue = queues.get(ref) ?? createQueue()
  queues.set(ref, queue)
  return queue
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
    const { signal } = options
    const call: CallOptions = omitUndefined({ signal })
    let vain = 0
    let tip: NotesListing['tip']
    for (let attempt = 1; ; attempt++) {
      const listing = yield* git.listNotes(ref, call)
      vain = attempt > 1 && listing.tip === tip ? vain + 1 : 1
      tip = listing.tip
      const { outcome, notes, dropHistory = false, message = options.message } = yield* plan(listing)
      if (options.dryRun || notes === undefined) return ok(outcome)
      const written = await git.writeNotes(ref, listing.tip, notes, { ...call, message, dropHistory })
      if (written.isOk()) return ok(outcome)
      const { code } = written.error
      const lostRace = code === 'notes_ref_moved' || code === 'notes_ref_locked'
      if (!lostRace) return err(written.error)
      if (attempt === ATTEMPTS || vain === MAX_STUCK_ATTEMPTS) return err(retryError(written.error, ref, attempt))
      await sleep?.(Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS), signal)
    }
  })
}

/**
 * A lock error already names its file. The message of a lost race asks the caller to merge, which was done here, so it
 * is replaced.
 */
function retryError(error: GitError, ref: NotesRef, attempts: number): GitError {
  if (error.code !== 'notes_ref_moved') return error
  const message = `Nothing was written: at each of ${attempts} attempts another process had written ${ref} first. Try again.`
  return { ...error, message }
}
