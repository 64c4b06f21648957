import type { BlobId, CommitId, NotesRef, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { GitError } from './git-error.ts'
import type { NotesTip } from './notes-tip.ts'

/**
 * What a repository does to share notes with others. `fetch` and `push` are the only methods that reach a remote. No
 * message holds a password: URLs are given without user names and passwords.
 */
export interface NotesSharing {
  /** The remotes that the configuration names. */
  remotes(options?: CallOptions): ResultAsync<Remotes, GitError>

  /**
   * Changes which refs `git fetch` brings from a remote: adds fetch refspecs after those that are there, and removes
   * those that are equal to one given. Nothing else of the configuration is touched.
   */
  changeFetchRefspecs(change: RefspecChange, options?: CallOptions): ResultAsync<void, GitError>

  /**
   * Fetches every ref of a remote that begins with `prefix` to the ref that has `trackingPrefix` in its place, replacing
   * what stands there, and removes tracking refs that the remote no longer has. Objects come whole, into a partial
   * clone too. Nothing else is fetched or written, and `FETCH_HEAD` stays as it is.
   *
   * Fails with `remote_unreachable` or `remote_denied`, nothing changed.
   */
  fetch(request: NotesFetch, options?: RemoteCallOptions): ResultAsync<void, GitError>

  /**
   * Moves refs of a remote, by name and forward only, and records in the tracking refs where they stand. Each ref has
   * an outcome of its own, in the order given. Runs no hook of this repository.
   *
   * Fails with `remote_unreachable` or `remote_denied` where the remote answered for none of them.
   */
  push(request: NotesPush, options?: RemoteCallOptions): ResultAsync<readonly PushedRef[], GitError>

  /** The best common ancestors of two tips; empty where their histories are unrelated. */
  commonTips(a: NotesTip, b: NotesTip, options?: CallOptions): ResultAsync<readonly NotesTip[], GitError>

  /**
   * The newest former tip of `tracking`, by its reflog, that is part of the history of `tip`. For a remote that was
   * rewritten: what both sides had before. `undefined`: there is none, or no reflog is kept.
   */
  formerTip(tracking: NotesRef, tip: NotesTip, options?: CallOptions): ResultAsync<NotesTip | undefined, GitError>

  /** The commits without parents that the history of a tip begins with. */
  rootsOf(tip: NotesTip, options?: CallOptions): ResultAsync<readonly NotesTip[], GitError>

  /**
   * Commits a merge of two tips and moves the ref, but only if it still stands at `expected`: otherwise the error
   * `notes_ref_moved`, nothing written. Equal tips on either side make the same commit in any repository: parents are
   * in the order of their ids, and author, committer and their times are those of the later parent.
   */
  mergeTips(merge: NotesMerge, options?: CallOptions): ResultAsync<NotesTip, GitError>

  /** Moves a ref if it still stands at `expected`: otherwise the error `notes_ref_moved`. `undefined`: absent. */
  moveRef(move: RefMove, options?: CallOptions): ResultAsync<void, GitError>
}

/** How a remote is reached. */
export interface RemoteCallOptions extends CallOptions {
  /** Whether git may ask a person for a password. Default: it never asks, and fails. */
  readonly mayAsk?: boolean
}

/** The remotes of a repository. */
export interface Remotes {
  /** In the order of the configuration. */
  readonly all: readonly Remote[]
  /** The name of the remote that the current branch is pulled from. Absent where it has no upstream. */
  readonly upstream?: string
}

/** One remote. */
export interface Remote {
  readonly name: string
  /** Without user name and password. Absent where the configuration gives none. */
  readonly url?: string
  /** As they stand in the configuration, in its order. */
  readonly fetchRefspecs: readonly string[]
  /** What `git push` without arguments pushes, as it stands in the configuration. */
  readonly pushRefspecs: readonly string[]
  /** Every ref of this repository is overwritten by `git fetch`, or every ref of the remote by `git push`. */
  readonly mirror: boolean
}

/** A change of the fetch refspecs of a remote. */
export interface RefspecChange {
  readonly remote: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** What is fetched, and where to. */
export interface NotesFetch {
  readonly remote: string
  /** Such as `refs/notes/chronicle`, for that ref and those beside it. */
  readonly prefix: NotesRef
  /** Such as `refs/notes/remotes/origin/chronicle`. */
  readonly trackingPrefix: NotesRef
}

/** What is pushed. */
export interface NotesPush {
  readonly remote: string
  readonly refs: readonly {
    readonly ref: NotesRef
    readonly tip: NotesTip
    readonly tracking: NotesRef
  }[]
}

/** What became of one pushed ref. */
export interface PushedRef {
  readonly ref: NotesRef
  /**
   * `behind`: the remote has something that is not part of the pushed history, or somebody else moved the ref at the
   * same time; fetch, merge and push again. `refused`: the remote does not want it; `reason` has its words.
   */
  readonly outcome: 'pushed' | 'up_to_date' | 'behind' | 'refused'
  /** The words of git and of the remote, for `refused`. */
  readonly reason?: string
}

/** A merge of what stands in a ref with another tip. */
export interface NotesMerge {
  readonly ref: NotesRef
  readonly expected: NotesTip
  readonly theirs: NotesTip
  /** The tip, out of those two, whose notes `notes` changes. */
  readonly onto: NotesTip
  /** What becomes of notes: other bytes, another blob that is there already, or `undefined` to remove them. */
  readonly notes: ReadonlyMap<CommitId, Uint8Array | BlobId | undefined>
  readonly message: string
  /** Leaves the history of `expected` out: the commit has `theirs` as its only parent. */
  readonly dropOurHistory?: boolean
}

/** A move of a ref. */
export interface RefMove {
  readonly ref: NotesRef
  readonly expected: NotesTip | undefined
  /** `undefined` deletes the ref. */
  readonly to: NotesTip | undefined
}
