import type { BlobId, CommitId, NotesRef, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { GitError } from './git-error.ts'

/** Id of the commit to which a notes ref points. */
export type NotesTip = CommitId

/**
 * Operations to share notes with remotes. Only `fetch` and `push` contact a remote. Messages never contain passwords:
 * URLs are given without user names and passwords.
 */
export interface NotesSharing {
  /** Returns the configured remotes. */
  remotes(options?: CallOptions): ResultAsync<Remotes, GitError>

  /**
   * Changes which refs `git fetch` fetches from a remote: appends fetch refspecs to the existing ones, and removes
   * those equal to a given one. The rest of the configuration is unchanged.
   */
  changeFetchRefspecs(change: RefspecChange, options?: CallOptions): ResultAsync<void, GitError>

  /**
   * Fetches every ref of a remote that begins with `prefix` into the ref with `trackingPrefix` instead, overwriting it,
   * and removes tracking refs that no longer exist on the remote. Fetches complete objects, even into a partial clone.
   * Nothing else is fetched or written, and `FETCH_HEAD` is unchanged.
   *
   * Fails with `remote_unreachable` or `remote_denied` without changing anything.
   */
  fetch(request: NotesFetch, options?: RemoteCallOptions): ResultAsync<void, GitError>

  /**
   * Moves refs of a remote, by name and only forward, and updates the tracking refs. Each ref has its own outcome, in
   * the given order. Runs no hook of this repository.
   *
   * Fails with `remote_unreachable` or `remote_denied` if the remote answered for none of them.
   */
  push(request: NotesPush, options?: RemoteCallOptions): ResultAsync<readonly PushedRef[], GitError>

  /** Returns the best common ancestors of two tips. Empty if their histories are unrelated. */
  commonTips(a: NotesTip, b: NotesTip, options?: CallOptions): ResultAsync<readonly NotesTip[], GitError>

  /**
   * Returns the newest former tip of a ref, according to its reflog, that belongs to the history of `tip`. After the
   * remote of a tracking ref was rewritten, this is the last common state. Returns `undefined` if there is none, or no reflog is kept.
   */
  formerTip(ref: NotesRef, tip: NotesTip, options?: CallOptions): ResultAsync<NotesTip | undefined, GitError>

  /** Returns the commits of a tip's history, each before its parents, without those of the histories in `exclude`. */
  historyOf(
    tip: NotesTip,
    options?: CallOptions & { readonly exclude?: readonly NotesTip[] | undefined },
  ): ResultAsync<readonly NotesTip[], GitError>

  /** Returns the root commits of a tip's history. */
  rootsOf(tip: NotesTip, options?: CallOptions): ResultAsync<readonly NotesTip[], GitError>

  /**
   * Commits a merge of two tips and moves the ref, but only if it still points to `expected`. Otherwise fails with
   * `notes_ref_moved` and writes nothing. Equal tips in either order give the same commit in any repository: parents
   * are ordered by id, and author, committer and times are those of the later parent.
   */
  mergeTips(merge: NotesMerge, options?: CallOptions): ResultAsync<NotesTip, GitError>

  /**
   * Moves a ref if it still points to `expected`. Otherwise fails with `notes_ref_moved`. `undefined` means that the
   * ref does not exist.
   */
  moveRef(move: RefMove, options?: CallOptions): ResultAsync<void, GitError>
}

/** Options for contacting a remote. */
export interface RemoteCallOptions extends CallOptions {
  /** Whether git may ask a person for a password. Default: false, so git fails instead. */
  readonly mayAsk?: boolean | undefined
}

/** The remotes of a repository. */
export interface Remotes {
  /** In configuration order. */
  readonly all: readonly Remote[]
  /** Name of the remote from which the current branch is pulled. Absent if it has no upstream. */
  readonly upstream?: string
}

/** One remote. */
export interface Remote {
  readonly name: string
  /** Without user name and password. Absent if not configured. */
  readonly url?: string
  /** As configured, in configuration order. */
  readonly fetchRefspecs: readonly string[]
  /** The refspecs of `git push` without arguments, as configured. */
  readonly pushRefspecs: readonly string[]
  /** Whether `git fetch` overwrites every ref of this repository, or `git push` every ref of the remote. */
  readonly mirror: boolean
}

/** A change of the fetch refspecs of a remote. */
export interface RefspecChange {
  readonly remote: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** The refs to fetch, and the refs to store them in. */
export interface NotesFetch {
  readonly remote: string
  /** Such as `refs/notes/chronicle`, for that ref and those with the same prefix. */
  readonly prefix: NotesRef
  /** Such as `refs/notes/remotes/origin/chronicle`. */
  readonly trackingPrefix: NotesRef
}

/** The refs to push. */
export interface NotesPush {
  readonly remote: string
  readonly refs: readonly {
    readonly ref: NotesRef
    readonly tip: NotesTip
    readonly tracking: NotesRef
  }[]
}

/** The outcome for one pushed ref. */
export interface PushedRef {
  readonly ref: NotesRef
  /**
   * `behind`: the remote has commits that are not part of the pushed history, or somebody else moved the ref at the
   * same time; fetch, merge and push again. `refused`: the remote rejected it; see `reason`.
   */
  readonly outcome: 'pushed' | 'up_to_date' | 'behind' | 'refused'
  /** The messages of git and of the remote, for `refused`. */
  readonly reason?: string
  /** Why the tracking ref could not be updated to a tip that the remote has. Absent if it was. */
  readonly trackingFailure?: string
}

/** A merge of a ref's tip with another tip. */
export interface NotesMerge {
  readonly ref: NotesRef
  readonly expected: NotesTip
  readonly theirs: NotesTip
  /** The one of the two tips whose notes `notes` changes. */
  readonly onto: NotesTip
  /** The changed notes: new bytes, an existing blob, or `undefined` to remove a note. */
  readonly notes: ReadonlyMap<CommitId, Uint8Array | BlobId | undefined>
  readonly message: string
  /** Drops the history of `expected`: the commit has `theirs` as its only parent. */
  readonly dropOurHistory?: boolean
}

/** A move of a ref. */
export interface RefMove {
  readonly ref: NotesRef
  readonly expected: NotesTip | undefined
  /** `undefined` deletes the ref. */
  readonly to: NotesTip | undefined
}
