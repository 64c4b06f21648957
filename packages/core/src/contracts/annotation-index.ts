import type { BlobId, CodedError, CommitId, Diagnostic, RepoPath, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { GitError, NotesTip } from './git-backend.ts'

/**
 * An index of annotations: which commits annotate a path, and which code depends on it. Derived from the notes alone,
 * so it can be lost safely.
 */
export interface AnnotationIndex {
  readonly name: string
  /**
   * Updates the index to the notes ref and returns a view of that state. Reads only changes since the last call. The
   * view stays valid and unchanged during later calls.
   */
  refresh(options?: CallOptions): ResultAsync<AnnotationView, IndexError>
}

/** The index at one tip of the notes ref. Lists of commits are ordered by commit id unless stated otherwise. */
export interface AnnotationView {
  readonly tip: NotesTip | undefined
  readonly noteCount: number
  /** Whether all notes were read to create this view, because no stored index could be updated. */
  readonly scanned?: true
  /** Diagnostics about this state, such as unreadable notes. */
  readonly diagnostics: readonly Diagnostic[]
  /**
   * Returns the commits with an annotation about any of these paths, or about the whole commit. Includes notes that
   * could not be parsed, because they may be about anything.
   */
  annotating(paths: readonly RepoPath[], options?: CallOptions): ResultAsync<readonly AnnotatedCommit[], IndexError>
  /**
   * Returns the regions whose `semantic_dependencies` name this file, one entry per commit and anchor, in that order.
   */
  dependents(file: RepoPath, options?: CallOptions): ResultAsync<readonly DependentRef[], IndexError>
  /** Returns the annotations with a cross-cutting entry that names this file. */
  groups(file: RepoPath, options?: CallOptions): ResultAsync<readonly AnnotatedCommit[], IndexError>
  /**
   * Returns those of the given paths that an annotation names in a region, a dependency or a cross-cutting entry, in
   * the given order, without duplicates. Meant for many paths at once: the annotations themselves are not looked up.
   */
  mentioned(paths: readonly RepoPath[], options?: CallOptions): ResultAsync<readonly RepoPath[], IndexError>
  /** Returns the annotations with a region that has this tag, ignoring case. */
  tagged(tag: string, options?: CallOptions): ResultAsync<readonly AnnotatedCommit[], IndexError>
  /**
   * Returns annotated commits, newest first by committer time, then by commit id. Those whose commit object is missing
   * come last. `before` is the last commit of the previous page; it need not be in the index any more.
   */
  recent(
    limit: number,
    before?: TimePosition,
    options?: CallOptions,
  ): ResultAsync<readonly AnnotatedCommit[], IndexError>
  /**
   * Returns the annotated paths below a folder, at any depth, ordered by path. `''` means all. Annotations without a
   * path are not counted.
   */
  pathsUnder(folder: string, options?: CallOptions): ResultAsync<readonly AnnotatedPath[], IndexError>
  /**
   * Returns the notes of commits, given by full id or prefix (4 digits or more). Ambiguous and unknown ones are
   * omitted.
   */
  find(commits: readonly string[], options?: CallOptions): ResultAsync<ReadonlyMap<string, NoteRef>, IndexError>
}

/** The notes of one commit. */
export interface NoteRef {
  readonly commit: CommitId
  readonly blobs: readonly BlobId[]
}

/** A commit with annotations and its time. */
export interface AnnotatedCommit extends NoteRef {
  /** Committer time in seconds. Absent if the commit object is not in the repository. */
  readonly committedAt?: number
}

/** Position of a commit in time order. */
export type TimePosition = Pick<AnnotatedCommit, 'commit' | 'committedAt'>

/** A path with annotations. */
export interface AnnotatedPath {
  readonly path: RepoPath
  /** Number of commits that have an annotation with a region in it. */
  readonly commits: number
}

/** A note with a region that declares a dependency on the given file. */
export interface DependentRef extends AnnotatedCommit {
  /** The target's anchor as named in the note. */
  readonly anchor: string
}

/**
 * Reasons why an index could not answer. `index_failed`: a part of it is missing or damaged; the next call rebuilds it.
 */
export type IndexError = GitError | CodedError<'index_failed' | 'aborted'>
