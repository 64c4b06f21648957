import type { CodedError, Diagnostic, LineRange, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/**
 * A host where changes are discussed before they are merged: the pull requests of GitHub, the merge requests of GitLab.
 *
 * No request is made before a method is called. Requests run one after the other, as hosts expect of clients, and rate
 * limits are waited for up to a bound. Every wait ends with `aborted` when the signal is aborted.
 */
export interface DiscussionSource {
  /** `github`, `gitlab`, or your own. Recorded in the provenance of imported content. */
  readonly name: string
  /** Host and repository, such as `github.com/owner/name`. Part of the cache key between runs. */
  readonly repository: string
  /** Lists merged changes, those with the latest activity first, without duplicates. */
  listMerged(
    request?: MergedChangesRequest,
    options?: CallOptions,
  ): ResultAsync<readonly MergedChange[], DiscussionError>
  /** Lists the commits of a change as proposed, oldest first. */
  listCommits(change: MergedChange, options?: CallOptions): ResultAsync<ProposedCommits, DiscussionError>
  /** Lists the discussion of a change in threads, oldest first. */
  listThreads(change: MergedChange, options?: CallOptions): ResultAsync<DiscussedThreads, DiscussionError>
}

/** Which changes to list. */
export interface MergedChangesRequest {
  /** In seconds since the epoch. Changes merged earlier are omitted. */
  readonly since?: number | undefined
  /** Maximum number of wanted changes. */
  readonly limit?: number | undefined
  /** Whether a change counts and is listed. Default: all. */
  readonly wanted?: ((change: MergedChange) => boolean) | undefined
}

/** A merged pull request or merge request. */
export interface MergedChange {
  readonly number: number
  /** Label in the host's notation: `#12`, `!12`. */
  readonly label: string
  readonly url: string
  readonly title: string
  /** The description, in Markdown. Empty if there is none. */
  readonly description: string
  readonly author: Speaker
  /** In seconds since the epoch. */
  readonly mergedAt: number
  /** Differs whenever something about the change may have changed: an opaque text of the host, only compared. */
  readonly revision: string
  /** The commit that the host recorded for the merge; for a rebase the last one. Absent if it recorded none. */
  readonly mergeCommit?: string
  /** The commit that all commits of the change were squashed into, if the host reports it separately. */
  readonly squashCommit?: string
  /** The last commit of the change as proposed. */
  readonly headCommit?: string
}

/** The author of a remark. */
export interface Speaker {
  /** Account name. `ghost` for a deleted account. */
  readonly name: string
  /** Whether the host reports the account as a program, or the text was posted by one. */
  readonly program: boolean
}

/** A commit as proposed. After a squash or rebase it is in no branch. */
export interface ProposedCommit {
  readonly id: string
  readonly message: string
  /** Author time in seconds since the epoch, which a rebase preserves. Absent if unknown. */
  readonly authoredAt?: number
}

/** The commits of a change. */
export interface ProposedCommits {
  /** Merges into the branch are omitted. */
  readonly commits: readonly ProposedCommit[]
  /** Whether the host lists fewer commits than there are. */
  readonly cutOff?: true
}

/** The threads of a change. */
export interface DiscussedThreads {
  readonly threads: readonly DiscussionThread[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Remarks that reply to each other. On GitHub, all remarks about the change as a whole form one thread. */
export interface DiscussionThread {
  /** Place in the code where it began. Absent if it is about the change as a whole. */
  readonly place?: ThreadPlace
  /** Absent if the host does not report it. */
  readonly resolved?: boolean
  /** In time order. */
  readonly remarks: readonly Remark[]
}

/** The lines at which a thread began, in the files as proposed then. */
export interface ThreadPlace {
  readonly path: string
  /** `old`: line numbers before the change. */
  readonly side: 'old' | 'new'
  /** Absent if the thread is about the whole file. */
  readonly lines?: LineRange
  /** The commit that contains these lines: for the old side, the one that the change was compared with, if known. */
  readonly commit?: string
  /** The diff hunk above the thread in unified form with its header, up to the last one of `lines`. */
  readonly hunk?: string
}

/** A single comment in a discussion. */
export interface Remark {
  readonly author: Speaker
  /** In seconds since the epoch. */
  readonly at: number
  readonly url: string
  /** In Markdown. */
  readonly text: string
}

/** Reasons why a discussion could not be read. Each code is described in docs/errors.md. */
export type DiscussionError = CodedError<
  | 'forge_failed'
  | 'forge_not_found'
  | 'forge_rate_limited'
  | 'forge_unauthorized'
  | 'forge_unreachable'
  | 'discussion_file_unreadable'
  | 'aborted'
>
