import {
  DEFAULT_NOTES_REF,
  err,
  ok,
  safeTry,
  type Diagnostic,
  type NotesRef,
  type ResultAsync,
  type SyncReceipt,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { RemoteCallOptions } from '../contracts/notes-sharing.ts'
import { chooseRemote } from './choose-remote.ts'
import { mergeTracking } from './merge-tracking.ts'
import { pushUntilTaken } from './push-with-retry.ts'
import { fetchRefspec, isFormerRefspec, notesFetch, sharedRefs } from './shared-refs.ts'
import { describeSharing, type SharingAction } from './sharing-status.ts'
import {
  localCallOptions,
  sharingGit,
  type ShareError,
  type ShareServices,
  type SharingContext,
} from './share-services.ts'

/** Options of sharing notes. */
export interface ShareOptions extends RemoteCallOptions {
  /** The name of a remote. Default: see `chooseRemote`. */
  readonly remote?: string | undefined
}

/** Reports what is not shared yet, compared with the last known state of the remote. Does not contact it. */
export function sharingStatus(seams: ShareServices, options: ShareOptions = {}): ResultAsync<SyncReceipt, ShareError> {
  return withRemote(seams, options, (sharing) => describe(sharing, { action: 'status' }))
}

/**
 * Fetches the notes of a remote and merges them into the local ones. The result contains everything that either side
 * has.
 */
export function pullNotes(seams: ShareServices, options: ShareOptions = {}): ResultAsync<SyncReceipt, ShareError> {
  return withRemote(seams, options, (sharing) =>
    fetchAndMerge(sharing).andThen((pulled) => describe(sharing, { action: 'pull', pulled })),
  )
}

/**
 * Pushes the local notes to a remote, by ref name and only as a fast-forward. If somebody else pushed first, fetches,
 * merges and pushes again.
 */
export function pushNotes(seams: ShareServices, options: ShareOptions = {}): ResultAsync<SyncReceipt, ShareError> {
  return withRemote(seams, options, (sharing) =>
    pushUntilTaken(sharing, () => fetchAndMerge(sharing)).andThen((shared) =>
      describe(sharing, { action: 'push', ...shared }),
    ),
  )
}

/**
 * Configures a plain `git fetch` to fetch the notes of a remote, and fetches them now. Adds one fetch refspec to
 * tracking refs; `git push`, `git fetch` and `git pull` otherwise behave as before. Idempotent.
 */
export function enableSharing(seams: ShareServices, options: ShareOptions = {}): ResultAsync<SyncReceipt, ShareError> {
  return withRemote(seams, options, (sharing) =>
    safeTry(async function* () {
      const { sharing: now, warnings } = yield* addRefspec(sharing)
      const pulled = await fetchAndMerge(now)
      if (pulled.isErr()) return err(notYet(pulled.error, now.remote.name))
      return describe(now, { action: 'enable', pulled: pulled.value, warnings })
    }),
  )
}

/** Removes the fetch refspec and the tracking refs. The notes stay. Idempotent. */
export function disableSharing(seams: ShareServices, options: ShareOptions = {}): ResultAsync<SyncReceipt, ShareError> {
  return withRemote(seams, options, (sharing) =>
    safeTry(async function* () {
      const { git, remote, notesRef } = sharing
      const remove = remote.fetchRefspecs.filter((refspec) => isOurs(refspec, notesRef, remote.name))
      yield* git.sharing.changeFetchRefspecs({ remote: remote.name, add: [], remove }, sharing.options)
      for (const { tracking } of sharedRefs(notesRef, remote.name)) {
        const tip = yield* git.notesTip(tracking, sharing.options)
        if (tip === undefined) continue
        yield* git.sharing.moveRef({ ref: tracking, expected: tip, to: undefined }, sharing.options)
      }
      const fetchRefspecs = remote.fetchRefspecs.filter((refspec) => !remove.includes(refspec))
      return describe({ ...sharing, remote: { ...remote, fetchRefspecs } }, { action: 'disable' })
    }),
  )
}

function isOurs(refspec: string, notesRef: NotesRef, remote: string): boolean {
  return refspec === fetchRefspec(notesRef, remote) || isFormerRefspec(refspec, notesRef, remote)
}

function withRemote(
  seams: ShareServices,
  { remote: wanted, ...options }: ShareOptions,
  run: (sharing: SharingContext) => ResultAsync<SyncReceipt, ShareError>,
): ResultAsync<SyncReceipt, ShareError> {
  return safeTry(async function* () {
    const git = yield* sharingGit(seams.git)
    const notesRef = seams.notesRef ?? DEFAULT_NOTES_REF
    const remotes = yield* git.sharing.remotes(options)
    const remote = yield* chooseRemote(remotes, notesRef, wanted)
    return run({ git, seams, remote, notesRef, options })
  })
}

function describe(sharing: SharingContext, action: SharingAction): ResultAsync<SyncReceipt, ShareError> {
  return describeSharing(sharing, action, localCallOptions(sharing.options))
}

function fetchAndMerge({
  git,
  seams,
  remote,
  notesRef,
  options,
}: SharingContext): ResultAsync<ReadonlyMap<NotesRef, number>, ShareError> {
  return safeTry(async function* () {
    yield* git.sharing.fetch(notesFetch(notesRef, remote.name), options)
    const changed = new Map<NotesRef, number>()
    for (const shared of sharedRefs(notesRef, remote.name)) {
      const merged = yield* mergeTracking(shared, seams, localCallOptions(options))
      changed.set(shared.ref, merged)
    }
    return ok(changed)
  })
}

function addRefspec(
  sharing: SharingContext,
): ResultAsync<{ readonly sharing: SharingContext; readonly warnings: readonly Diagnostic[] }, ShareError> {
  return safeTry(async function* () {
    const { git, remote, notesRef, options } = sharing
    const { name, fetchRefspecs } = remote
    if (remote.mirror) {
      const message = `The remote ${name} is a mirror: git fetch or git push overwrite every ref, the notes included. Share notes from a clone that is none.`
      return err(codedError('remote_is_mirror', message, { data: { remote: name } }))
    }
    const refspec = fetchRefspec(notesRef, name)
    const former = fetchRefspecs.filter((each) => isFormerRefspec(each, notesRef, name))
    const others = fetchRefspecs.filter((each) => !isOurs(each, notesRef, name))
    if (others.length === 0) {
      // As the only refspec it would change `git fetch`, which would then fetch the notes and no branches.
      const message = `git fetch brings no branches of ${name}, so it is left as it is; notes are brought by git chronicle sync pull.`
      return ok({ sharing, warnings: [{ code: 'refspec_not_added', severity: 'info', message }] })
    }
    const add = fetchRefspecs.includes(refspec) ? [] : [refspec]
    yield* git.sharing.changeFetchRefspecs({ remote: name, add, remove: former }, options)
    const now = { ...remote, fetchRefspecs: [...fetchRefspecs.filter((each) => !former.includes(each)), ...add] }
    return ok({ sharing: { ...sharing, remote: now }, warnings: [] })
  })
}

function notYet(error: ShareError, remote: string): ShareError {
  if (error.code !== 'remote_unreachable' && error.code !== 'remote_denied') return error
  return { ...error, message: `Sync is enabled for ${remote}, and its notes are not here yet. ${error.message}` }
}
