import { acknowledgementsRef, correctionsRef, type NotesRef } from '@chronicle/schema'
import type { NotesFetch } from '../contracts/notes-sharing.ts'

/** A ref that is shared, and where the notes of a remote are kept. */
export interface SharedRef {
  readonly ref: NotesRef
  readonly tracking: NotesRef
  /** `lines`: notes are sets of lines. `annotations`: they may hold anything. */
  readonly holds: 'annotations' | 'lines'
}

/** The annotations in a ref and what is recorded beside them. */
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

/** Where the notes that a remote has in a ref are kept: `refs/notes/remotes/origin/chronicle`. */
export function trackingRef(ref: NotesRef, remote: string): NotesRef {
  return ref.replace(/^refs\/notes\//, `refs/notes/remotes/${remote}/`) as NotesRef
}

/** What is fetched from a remote: the ref and those beside it. */
export function notesFetch(notesRef: NotesRef, remote: string): NotesFetch {
  return { remote, prefix: notesRef, trackingPrefix: trackingRef(notesRef, remote) }
}

/**
 * What makes a plain `git fetch` bring them. The pattern never fails where the remote has no such refs; the `+` lets the
 * tracking refs follow the remote, and nothing else is overwritten.
 */
export function fetchRefspec(notesRef: NotesRef, remote: string): string {
  return `+${notesRef}*:${trackingRef(notesRef, remote)}*`
}

/** Whether a refspec is one that was made for these notes when the remote had another name. */
export function isFormerRefspec(refspec: string, notesRef: NotesRef, remote: string): boolean {
  const name = notesRef.slice('refs/notes/'.length)
  const [from, to = ''] = refspec.split(':')
  const made = from === `+${notesRef}*` && to.startsWith('refs/notes/remotes/') && to.endsWith(`/${name}*`)
  return made && refspec !== fetchRefspec(notesRef, remote)
}
