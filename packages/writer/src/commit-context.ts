import type { Annotation, BlobId, CommitId, RepoPath, ResultAsync } from '@chronicle/schema'
import type { AstError, CallOptions, Commit, FileChange, GitError, Outline } from '@chronicle/core/contracts'
import type { AuthorContext } from './author-context/author-context.ts'
import type { CommitDiscussion } from './discussions/commit-discussion.ts'

/**
 * Everything that a writer can know about one commit. What every writer needs is included. What is expensive is read on
 * request, and read only once. Texts are unredacted: a writer that sends them anywhere must redact them.
 */
export interface CommitContext {
  readonly commit: Commit
  /**
   * The changes of the commit, as in `GitBackend.changesOf`: against the first parent, and for a merge only its own
   * changes.
   */
  readonly files: readonly ChangedFile[]
  /** The author's statements besides the message. */
  readonly author?: AuthorContext
  /** The review discussions of the commit. Absent if none are known. */
  readonly discussions?: readonly CommitDiscussion[]
  /** Reads any file at the commit. `undefined`: no such file, or not a text file. */
  readFile(path: RepoPath, options?: CallOptions): ResultAsync<FileText | undefined, GitError>
  /**
   * Returns the units of a text. An `undefined` outline means that there is no grammar, or that the text could not be
   * parsed; `problem` says why.
   */
  outline(path: RepoPath, text: FileText, options?: CallOptions): Promise<OutlineOrProblem>
  /** Returns annotations of earlier commits that mention a file, under any of its known names, newest first. */
  recentAnnotations(
    path: RepoPath,
    limit: number,
    options?: CallOptions,
  ): ResultAsync<readonly RecentAnnotation[], GitError>
}

/** One changed file with its contents. */
export interface ChangedFile extends FileChange {
  /** Path after the commit; for a deleted file, its path before. */
  readonly path: RepoPath
  /** Absent for an added file, and for anything but text: binary files, submodules, and files above the size limit. */
  readonly before?: FileText
  /** Absent for a deleted file, and for anything but text. */
  readonly after?: FileText
}

/** The text of a file. */
export interface FileText {
  readonly blob: BlobId
  readonly text: string
  /** Lines without line endings. An unterminated last line counts. */
  readonly lines: readonly string[]
}

/** The result of parsing a text. */
export interface OutlineOrProblem {
  readonly outline?: Outline
  readonly problem?: AstError
}

/** An annotation of an earlier commit. */
export interface RecentAnnotation {
  readonly commit: CommitId
  readonly annotation: Annotation
}
