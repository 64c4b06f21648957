import type { Annotation, BlobId, CommitId, RepoPath, ResultAsync } from '@chronicle/schema'
import type { AstError, CallOptions, Commit, FileChange, GitError, Outline } from '@chronicle/core/contracts'
import type { AuthorContext } from './author-context/author-context.ts'
import type { CommitDiscussion } from './discussions/commit-discussion.ts'

/**
 * Everything a writer may know about one commit. What every writer needs is there; what costs something is asked for,
 * and asked twice costs once. Texts are as they stand in the repository: a writer that sends them anywhere redacts them.
 */
export interface CommitContext {
  readonly commit: Commit
  /** What the commit changed, as `GitBackend.changesOf` has it: against the first parent, of a merge what it alone did. */
  readonly files: readonly ChangedFile[]
  /** What the author said beside the message. */
  readonly author?: AuthorContext
  /** What was said where it was reviewed. Absent: nothing that is known here. */
  readonly discussions?: readonly CommitDiscussion[]
  /** Any file at the commit. `undefined`: no such file there, or none that is text. */
  readFile(path: RepoPath, options?: CallOptions): ResultAsync<FileText | undefined, GitError>
  /** Units of a text. `undefined`: no grammar for it, or it could not be parsed; `problem` says why. */
  outline(path: RepoPath, text: FileText, options?: CallOptions): Promise<OutlineOrProblem>
  /** Annotations of earlier commits that speak of a file, under any of its names here, newest first. */
  recentAnnotations(
    path: RepoPath,
    limit: number,
    options?: CallOptions,
  ): ResultAsync<readonly RecentAnnotation[], GitError>
}

/** One changed file with its contents. */
export interface ChangedFile extends FileChange {
  /** Where it is after the commit; of a deleted file, where it was. */
  readonly path: RepoPath
  /** Absent for an added file, and for what is no text: binary, a submodule, larger than the limit. */
  readonly before?: FileText
  /** Absent for a deleted file, and for what is no text. */
  readonly after?: FileText
}

/** The text of a file. */
export interface FileText {
  readonly blob: BlobId
  readonly text: string
  /** Without line ends. A last line that is not ended is one too. */
  readonly lines: readonly string[]
}

/** What parsing a text came to. */
export interface OutlineOrProblem {
  readonly outline?: Outline
  readonly problem?: AstError
}

/** An annotation of an earlier commit. */
export interface RecentAnnotation {
  readonly commit: CommitId
  readonly annotation: Annotation
}
