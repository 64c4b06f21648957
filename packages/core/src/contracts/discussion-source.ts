import type { CodedError, Diagnostic, LineRange, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/**
 * Where changes are discussed before they are merged: the pull requests of GitHub, the merge requests of GitLab.
 *
 * Nothing is asked before a method is called. Requests are made one after the other, as hosts ask of their clients, and
 * limits on their number are waited for up to a bound. Whoever waits ends with `aborted` when the signal is aborted.
 */
export interface DiscussionSource {
  /** `github`, `gitlab`, or your own. Provenance says it of what was taken from there. */
  readonly name: string
  /** The host and the repository, such as `github.com/owner/name`. What is kept between runs is kept under it. */
  readonly repository: string
  /** Merged changes, those with the newest activity first, each once. */
  listMerged(
    request?: MergedChangesRequest,
    options?: CallOptions,
  ): ResultAsync<readonly MergedChange[], DiscussionError>
  /** The commits of a change as they were proposed, the oldest first. */
  listCommits(change: MergedChange, options?: CallOptions): ResultAsync<ProposedCommits, DiscussionError>
  /** What was said about a change, in threads, the oldest first. */
  listThreads(change: MergedChange, options?: CallOptions): ResultAsync<DiscussedThreads, DiscussionError>
}

/** Which changes to list. */
export interface MergedChangesRequest {
  /** Seconds since the epoch: changes merged before it are left out. */
  readonly since?: number
  /** So many at most of those that are wanted. */
  readonly limit?: number
  /** Whether a change counts and is listed. Default: every one. */
  readonly wanted?: (change: MergedChange) => boolean
}

/** A pull request or merge request that was merged. */
export interface MergedChange {
  readonly number: number
  /** As its host writes it: `#12`, `!12`. */
  readonly label: string
  readonly url: string
  readonly title: string
  /** The description, in markdown. Empty where there is none. */
  readonly description: string
  readonly author: Speaker
  /** Seconds since the epoch. */
  readonly mergedAt: number
  /** Differs whenever something about the change may have: text of the host, only compared. */
  readonly revision: string
  /** The commit that the host recorded the merge as: of a rebase the last one. Absent: it recorded none. */
  readonly mergeCommit?: string
  /** The commit that all commits of the change were squashed into, where the host tells it apart. */
  readonly squashCommit?: string
  /** The last commit of the change as it was proposed. */
  readonly headCommit?: string
}

/** Who said something. */
export interface Speaker {
  /** The name of the account. `ghost` for one that was deleted. */
  readonly name: string
  /** The host says that the account is a program, or the text was posted by one. */
  readonly program: boolean
}

/** A commit as it was proposed. After a squash or rebase it is in no branch. */
export interface ProposedCommit {
  readonly id: string
  readonly message: string
  /** When its author made it, in seconds since the epoch: a rebase keeps it. Absent: not known. */
  readonly authoredAt?: number
}

/** The commits of a change. */
export interface ProposedCommits {
  /** Merges into the branch are left out. */
  readonly commits: readonly ProposedCommit[]
  /** The host lists no more, though there are. */
  readonly cutOff?: true
}

/** The threads of a change. */
export interface DiscussedThreads {
  readonly threads: readonly DiscussionThread[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Remarks that answer each other. Those about the change as a whole, on GitHub, are one thread. */
export interface DiscussionThread {
  /** Where in the code it was begun. Absent: it is about the change as a whole. */
  readonly place?: ThreadPlace
  /** Absent: the host does not tell. */
  readonly resolved?: boolean
  /** In the order of time. */
  readonly remarks: readonly Remark[]
}

/** Lines that a thread was begun at, in the files as they were proposed then. */
export interface ThreadPlace {
  readonly path: string
  /** `old`: the lines are those before the change. */
  readonly side: 'old' | 'new'
  /** Absent: the thread is about the whole file. */
  readonly lines?: LineRange
  /** The commit whose file has these lines: of the old side, the one that the change was compared with, if known. */
  readonly commit?: string
  /** The part of the diff above, its last line the last one of `lines`, with a header, in unified form. */
  readonly hunk?: string
}

/** One thing that somebody said. */
export interface Remark {
  readonly author: Speaker
  /** Seconds since the epoch. */
  readonly at: number
  readonly url: string
  /** In markdown. */
  readonly text: string
}

/** Why a discussion could not be read. Each code is described in docs/errors.md. */
export type DiscussionError = CodedError<
  | 'forge_failed'
  | 'forge_not_found'
  | 'forge_rate_limited'
  | 'forge_unauthorized'
  | 'forge_unreachable'
  | 'discussion_file_unreadable'
  | 'aborted'
>
