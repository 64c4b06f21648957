import { acknowledgementsRef, correctionsRef, type NotesRef } from '@chronicle/schema'
import type { NotesFetch } from '../contracts/notes-sharing.ts'

/** A shared ref, and the tracking ref for the notes of a remote. */
export interface SharedRef {
  readonly ref: NotesRef
  readonly tracking: NotesRef
  /** `lines`: notes are sets of lines. `annotations`: notes may have any content. */
  readonly holds: 'annotations' | 'lines'
}

/** Returns the ref of the annotations, and the refs of their corrections and acknowledgements. */
export function sharedRefs(notesRef: NotesRef, remote: string): readonly SharedRef[] {
  const shared = (ref: NotesRef, holds: SharedRef['holds']): SharedRef => ({
    ref,
    tracking: trackingRef(ref, remote),
    holds,
  })
  return [
    shared(notesRef, 'annotations'),
    shared(correctionsRef(notesRef), 'lines'),
    shared(acknowledgementsRef(notesRef), 'lines'),
  ]
}

/** Returns the tracking ref for a ref of a remote: `refs/notes/remotes/origin/chronicle`. */
export function trackingRef(ref: NotesRef, remote: string): NotesRef {
  return ref.replace(/^refs\/notes\//, `refs/notes/remotes/${remote}/`) as NotesRef
}

/** Returns the fetch request for a remote: the ref and those beside it. */
export function notesFetch(notesRef: NotesRef, remote: string): NotesFetch {
  return { remote, prefix: notesRef, trackingPrefix: trackingRef(notesRef, remote) }
}

/**
 * Returns the refspec with which a plain `git fetch` fetches the notes. The pattern never fails when the remote has no
 * such refs; the `+` lets the tracking refs follow the remote, and nothing else is overwritten.
 */
export function fetchRefspec(notesRef: NotesRef, remote: string): string {
  return `+${notesRef}*:${trackingRef(notesRef, remote)}*`
}

/** Whether a refspec was created for these notes under an earlier name of the remote. */
export function isFormerRefspec(refspec: string, notesRef: NotesRef, remote: string): boolean {
  const name = notesRef.slice('refs/notes/'.length)
  const [from, to = ''] = refspec.split(':')
  const made = from === `+${notesRef}*` && to.startsWith('refs/notes/remotes/') && to.endsWith(`/${name}*`)
  return made && refspec !== fetchRefspec(notesRef, remote)
}
