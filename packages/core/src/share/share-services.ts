import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { NotesSharing, Remote, RemoteCallOptions } from '../contracts/notes-sharing.ts'
import type { NotesServices } from '../notes/update-notes.ts'
import { err, ok, type CodedError, type NotesRef, type Result } from '@chronicle/schema'

/** Dependencies of sharing. */
export interface ShareServices extends NotesServices {
  /**
   * The ref of the shared annotations; corrections and acknowledgements are in the refs beside it. Default:
   * `refs/notes/chronicle`.
   */
  readonly notesRef?: NotesRef
}

/** Why sharing notes failed. Each code is described in docs/errors.md. */
export type ShareError =
  | GitError
  | CodedError<
      | 'remote_unknown'
      | 'remote_is_mirror'
      | 'push_refused'
      | 'push_contended'
      | 'notes_scrubbed'
      | 'existing_note_unreadable'
    >

/** A backend that can share notes. */
export type SharingGit = GitBackend & {
  readonly sharing: NotesSharing
  readonly diffNotes: NonNullable<GitBackend['diffNotes']>
  readonly writeNotes: NonNullable<GitBackend['writeNotes']>
}

/** Returns the backend if it can share notes, else an error. */
export function sharingGit(git: GitBackend): Result<SharingGit, ShareError> {
  const { sharing, diffNotes, writeNotes } = git
  if (sharing !== undefined && diffNotes !== undefined && writeNotes !== undefined) return ok(git as SharingGit)
  return err(codedError('unsupported', `The git backend ${git.name} cannot share notes. Use the cli backend.`))
}

/** The state that one sharing command works with. */
export interface SharingContext {
  readonly git: SharingGit
  readonly seams: ShareServices
  readonly remote: Remote
  readonly notesRef: NotesRef
  readonly options: RemoteCallOptions
}

/** Returns the options for local operations, which never ask for a password. */
export function localCallOptions({ mayAsk: _, ...call }: RemoteCallOptions): CallOptions {
  return call
}
