import { onAbort, type GitError } from '@chronicle/core/contracts'
import { err, ok, ResultAsync, type Result } from '@chronicle/schema'
import { abortedError } from './git-failure.ts'

/** The right to run a git process. */
export interface ProcessSlot {
  /**
   * Until `resume`, the process does not count. Whoever reads its output has not asked for more, and may itself wait
   * for a git that waits for a slot.
   */
  pause(): void
  resume(): void
  leave(): void
}

/** Waits for a slot. Fails with `aborted` as soon as the caller aborts. */
export type ProcessGate = (signal: AbortSignal | undefined) => ResultAsync<ProcessSlot, GitError>

/** A place in a ring of waiting callers. After the start of the ring comes the oldest, and before it the newest. */
class Place {
  before: Place = this
  after: Place = this

  constructor(readonly enter: () => void) {}

  /** Joins a ring as its newest caller. */
  join(start: Place): void {
    this.before = start.before
    this.after = start
    this.before.after = this
    this.after.before = this
  }

  leave(): void {
    this.before.after = this.after
    this.after.before = this.before
  }
}

/**
 * Limits how many processes run at a time. Further callers wait, and the oldest is admitted first. While processes are
 * paused, it is the newest, but no more than `limit` times in a row.
 */
export function createProcessGate(limit: number): ProcessGate {
  let running = 0
  let paused = 0
  let isAdmitting = false
  /** Number of callers admitted one after the other although others had waited longer. */
  let newestInARow = 0
  const waiting = new Place(() => undefined)
  const isNobodyWaiting = (): boolean => waiting.after === waiting

  function admit(): void {
    isAdmitting = false
    while (running < limit && !isNobodyWaiting()) {
      // Beside paused processes, the newest caller is the likeliest to be the one that their reader waits for.
      const isOldest = running + paused < limit || newestInARow >= limit
      newestInARow = isOldest ? 0 : newestInARow + 1
      const { enter } = isOldest ? waiting.after : waiting.before
      enter()
    }
  }

  /** Admits callers once all that can go on without waiting has done so, such as the reader of a paused process. */
  function admitSoon(): void {
    if (isAdmitting || isNobodyWaiting()) return
    isAdmitting = true
    setImmediate(admit)
  }

  function take(): ProcessSlot {
    let state: 'running' | 'paused' | 'left' = 'running'
    running++
    const become = (next: typeof state): void => {
      if (state === 'left') return
      if (state === 'running') running--
      else paused--
      if (next === 'running') running++
      else if (next === 'paused') paused++
      state = next
      admitSoon()
    }
    return { pause: () => become('paused'), resume: () => become('running'), leave: () => become('left') }
  }

  return (signal) =>
    new ResultAsync(
      new Promise<Result<ProcessSlot, GitError>>((resolve) => {
        if (signal?.aborted === true) return resolve(err(abortedError()))
        if (isNobodyWaiting() && running + paused < limit) return resolve(ok(take()))
        const stopWaiting = (): void => {
          forget()
          place.leave()
        }
        const place = new Place(() => {
          stopWaiting()
          resolve(ok(take()))
        })
        const forget = onAbort(signal, () => {
          stopWaiting()
          resolve(err(abortedError()))
        })
        place.join(waiting)
        admitSoon()
      }),
    )
}
