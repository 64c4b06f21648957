import { err, ok, safeTry, type CommitId, type Diagnostic, type NotesRef, type ResultAsync } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { PushedRef } from '../contracts/notes-sharing.ts'
import { compareShared } from './sharing-status.ts'
import { sharedRefs, type SharedRef } from './shared-refs.ts'
import { localCallOptions, type ShareError, type SharingContext } from './share-services.ts'

/**
 * Maximum number of attempts to push before somebody else does; the waits between them add up to about half a minute.
 */
const ATTEMPTS = 12
/** Maximum number of attempts after which nothing had changed at the remote: no race was lost, the remote is stuck. */
const VAIN_ATTEMPTS = 5
const FIRST_WAIT_MS = 20
const LONGEST_WAIT_MS = 4000

/** Numbers of commits with changed notes, here and at the remote. */
export interface PushedNotes {
  readonly pulled: ReadonlyMap<NotesRef, number>
  readonly pushed: ReadonlyMap<NotesRef, number>
  readonly warnings: readonly Diagnostic[]
}

/** Pushes every local ref in one batch. When somebody else pushed first, merges and pushes again. */
export function pushUntilTaken(
  sharing: SharingContext,
  fetchAndMerge: () => ResultAsync<ReadonlyMap<NotesRef, number>, ShareError>,
): ResultAsync<PushedNotes, ShareError> {
  return safeTry(async function* () {
    const pulled = new Map<NotesRef, number>()
    const pushed = new Map<NotesRef, number>()
    let vain = 0
    for (let attempt = 1; ; attempt++) {
      const waiting = yield* refsToPush(sharing)
      const { git, remote, options } = sharing
      const answers = yield* git.sharing.push({ remote: remote.name, refs: waiting }, options)
      for (const { ref, outcome } of answers) {
        const count = waiting.find((each) => each.ref === ref)?.differing ?? 0
        if (outcome === 'pushed') pushed.set(ref, (pushed.get(ref) ?? 0) + count)
      }
      const refused = answers.filter(({ outcome }) => outcome === 'refused')
      if (refused.length > 0) return err(refusedPush(refused, remote.name))
      const behind = answers.filter(({ outcome }) => outcome === 'behind')
      if (behind.length === 0) return ok({ pulled, pushed, warnings: answers.flatMap(trackingWarning) })
      if (attempt === ATTEMPTS || vain === VAIN_ATTEMPTS) return err(contended(behind, remote.name, attempt))
      if (attempt > 1) {
        await sharing.seams.sleep?.(Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS), options.signal)
      }
      const merged = yield* fetchAndMerge()
      if ([...merged.values()].every((count) => count === 0)) vain++
      for (const [ref, count] of merged) pulled.set(ref, (pulled.get(ref) ?? 0) + count)
    }
  })
}

interface WaitingRef extends SharedRef {
  readonly tip: CommitId
  /** Number of commits whose notes are known to differ from those of the remote. */
  readonly differing: number
}

function refsToPush({
  git,
  remote,
  notesRef,
  options,
}: SharingContext): ResultAsync<readonly WaitingRef[], ShareError> {
  return safeTry(async function* () {
    const waiting: WaitingRef[] = []
    for (const shared of sharedRefs(notesRef, remote.name)) {
      const { tip, to_push: differing } = yield* compareShared(shared, git, localCallOptions(options))
      if (tip !== undefined) waiting.push({ ...shared, tip, differing })
    }
    return ok(waiting)
  })
}

function trackingWarning({ ref, trackingFailure }: PushedRef): readonly Diagnostic[] {
  if (trackingFailure === undefined) return []
  const message = `${ref} is pushed, but here that could not be noted: ${trackingFailure} Until the next fetch, it counts as not pushed.`
  return [{ code: 'tracking_not_updated', severity: 'warning', message }]
}

function refusedPush(refused: readonly PushedRef[], remote: string): ShareError {
  const refs = refused.map(({ ref }) => ref)
  const reasons = [...new Set(refused.map(({ reason = '' }) => reason))].join('; ')
  const message = `The remote ${remote} does not take ${refs.join(', ')}: ${reasons}. The notes stay here; ask who runs ${remote} to let you push refs/notes/*.`
  return codedError('push_refused', message, { data: { remote, refs, reasons: refused } })
}

function contended(behind: readonly PushedRef[], remote: string, attempts: number): ShareError {
  const reasons = [...new Set(behind.map(({ reason = '' }) => reason))].join('; ')
  const message = `Others pushed first ${attempts} times, or ${remote} cannot move the refs (${reasons}). The notes are merged here and not pushed yet; try again.`
  return codedError('push_contended', message, { data: { remote, refs: behind.map(({ ref }) => ref) } })
}
