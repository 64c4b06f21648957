import type { BlobId, CodedError, CommitId, Diagnostic, RepoPath, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { GitError, NotesTip } from './git-backend.ts'

/** Which commits annotate this path; who depends on this code. Derived from the notes alone, so safe to lose. */
export interface AnnotationIndex {
  readonly name: string
  /**
   * Brings the index up to date with the notes ref and returns a view of that state. Reads only what changed since
   * the last call. The view stays valid and unchanged while later calls move on.
   */
  refresh(options?: CallOptions): ResultAsync<AnnotationView, IndexError>
}

/** The index at one tip of the notes ref. Lists of commits are ordered by commit id unless it says otherwise. */
export interface AnnotationView {
  readonly tip: NotesTip | undefined
  readonly noteCount: number
  /** All notes were read to make this view, because no index of them was kept that could be brought up to date. */
  readonly scanned?: true
  /** Notes that could not be read, and other things worth knowing about this state. */
  readonly diagnostics: readonly Diagnostic[]
  /**
   * Commits with an annotation that speaks of any of these paths, or of its whole commit. Includes notes that could
   * not be parsed (they may speak of anything).
   */
  annotating(paths: readonly RepoPath[], options?: CallOptions): ResultAsync<readonly AnnotatedCommit[], IndexError>
  /** Regions whose `semantic_dependencies` name this file, one entry for each commit and anchor, in that order. */
  dependents(file: RepoPath, options?: CallOptions): ResultAsync<readonly DependentRef[], IndexError>
  /** Annotations with a cross-cutting concern that names this file. */
  groups(file: RepoPath, options?: CallOptions): ResultAsync<readonly AnnotatedCommit[], IndexError>
  /**
   * Of these paths, those that an annotation names in a region, a dependency or a cross-cutting concern, in the order
   * asked for, each once. For many paths at once: what their annotations are is not looked up.
   */
  mentioned(paths: readonly RepoPath[], options?: CallOptions): ResultAsync<readonly RepoPath[], IndexError>
  /** Annotations with a region that has this tag; upper and lower case are the same. */
  tagged(tag: string, options?: CallOptions): ResultAsync<readonly AnnotatedCommit[], IndexError>
  /**
   * Annotated commits, newest first by committer time, then by commit id; those whose commit object is missing come
   * last. `before` is the last commit of the page before this one; it need not be in the index any more.
   */
  recent(
    limit: number,
    before?: TimePosition,
    options?: CallOptions,
  ): ResultAsync<readonly AnnotatedCommit[], IndexError>
  /** Annotated paths below a folder, at any depth, ordered by path. `''`: all. What speaks of no path is not counted. */
  pathsUnder(folder: string, options?: CallOptions): ResultAsync<readonly AnnotatedPath[], IndexError>
  /** The notes of commits by full id or prefix (4 digits or more). Ambiguous and unknown ones are left out. */
  find(commits: readonly string[], options?: CallOptions): ResultAsync<ReadonlyMap<string, NoteRef>, IndexError>
}

/** The notes of one commit. */
export interface NoteRef {
  readonly commit: CommitId
  readonly blobs: readonly BlobId[]
}

/** A commit with annotations, and when it was made. */
export interface AnnotatedCommit extends NoteRef {
  /** Committer time in seconds. Absent when the commit object is not in the repository. */
  readonly committedAt?: number
}

/** Where a commit stands in time order. */
export type TimePosition = Pick<AnnotatedCommit, 'commit' | 'committedAt'>

/** A path that annotations speak of. */
export interface AnnotatedPath {
  readonly path: RepoPath
  /** How many commits have an annotation with a region in it. */
  readonly commits: number
}

/** A note with a region that declares a dependency on the file asked about. */
export interface DependentRef extends AnnotatedCommit {
  /** The anchor of the target as the note names it. */
  readonly anchor: string
}

/** Why an index could not answer. `index_failed`: a part of it is missing or damaged; it is built anew when asked again. */
export type IndexError = GitError | CodedError<'index_failed' | 'aborted'>
