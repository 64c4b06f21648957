import type { BlobId, CommitId, LineRange, NotesRef, RepoPath, ResultAsync, TreeId } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { NotesSharing, NotesTip } from './notes-sharing.ts'
import type { GitError } from './git-error.ts'

export type { GitError } from './git-error.ts'
export type { NotesTip } from './notes-sharing.ts'

/**
 * One repository.
 *
 * Paths are repository-relative with `/`. Absent things (a path that does not exist, a revision that resolves to
 * nothing) are `undefined` or missing from the returned map; failures are errors. Every method may be called
 * concurrently. No method uses the network, unless the repository is a partial clone and an object is missing.
 */
export interface GitBackend {
  readonly name: string
  readonly supports: GitSupports

  /** Returns facts that do not change while the backend is open. */
  describe(options?: CallOptions): ResultAsync<RepositoryInfo, GitError>

  /**
   * Resolves a revision (branch, tag, full or abbreviated id, `HEAD~2` where supported) to a commit. Returns
   * `undefined` if nothing has that name, including an unborn `HEAD`. Fails with `missing_object` if a ref of that name
   * refers to an object that does not exist. Never interprets the revision as an option.
   */
  resolve(revision: string, options?: CallOptions): ResultAsync<CommitId | undefined, GitError>

  /**
   * Returns the names of branches, tags and remote-tracking branches as `resolve` accepts them (`main`, `v1`,
   * `origin/main`), each once, in byte order. Optional: if absent, no similar names are suggested for a revision that
   * does not exist.
   */
  refNames?(options?: CallOptions): ResultAsync<readonly string[], GitError>

  /**
   * Returns the commits that are being merged into `HEAD`, in the order in which they were named; empty if no merge is
   * under way. Optional: if absent, the one that `MERGE_HEAD` resolves to is used, the first of several.
   */
  mergeHeads?(options?: CallOptions): ResultAsync<readonly CommitId[], GitError>

  /** Reads commit objects. Ids that do not exist, or are not commits, are missing from the map. */
  readCommits(ids: readonly CommitId[], options?: CallOptions): ResultAsync<ReadonlyMap<CommitId, Commit>, GitError>

  /**
   * Reads the committer times in seconds of any number of commits. Those that are not stored locally are missing from
   * the map; a partial clone does not fetch them. Absent: the commits are read instead.
   */
  commitTimes?(ids: readonly CommitId[], options?: CallOptions): ResultAsync<ReadonlyMap<CommitId, number>, GitError>

  /** Reads tree objects, one level each, in git's own order. Ids that do not exist are missing from the map. */
  readTrees(
    ids: readonly TreeId[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<TreeId, readonly TreeEntry[]>, GitError>

  /** Reads blob contents. Ids that do not exist, or are not blobs, are missing from the map. */
  readBlobs(ids: readonly BlobId[], options?: CallOptions): ResultAsync<ReadonlyMap<BlobId, Uint8Array>, GitError>

  /**
   * Returns the sizes of blobs in bytes without reading them. Other ids are missing from the map. Absent: the blobs are
   * read instead.
   */
  blobSizes?(ids: readonly BlobId[], options?: CallOptions): ResultAsync<ReadonlyMap<BlobId, number>, GitError>

  /**
   * Reads one file of a commit, the index or the working tree. Returns `undefined` if the path does not exist there or
   * is a folder.
   */
  readFile(at: TreeState, path: RepoPath, options?: CallOptions): ResultAsync<FileContent | undefined, GitError>

  /**
   * Returns the bytes that git would store for a file of the working tree at `path`, after the conversions of
   * attributes and configuration: line endings, encoding, filters. Bytes that need no conversion are returned
   * unchanged. Does not write to the repository, but runs filters of the user's configuration, as `git status` does.
   * Fails with `unsupported` if there is no working tree. Optional: absent, files are compared byte for byte.
   */
  normalise?(path: RepoPath, bytes: Uint8Array, options?: CallOptions): ResultAsync<Uint8Array, GitError>

  /**
   * Lists the paths of all files (no folders, no submodules) under a folder, in byte order. `under` absent: all. In the
   * working tree: existing tracked files, and untracked ones that are not ignored.
   */
  listFiles(at: TreeState, under?: RepoPath, options?: CallOptions): ResultAsync<readonly RepoPath[], GitError>

  /**
   * Lists every note of a ref, with any fan-out. A ref that does not exist has no tip and no notes. Fails with
   * `missing_object` if the commit of the ref, or a folder of its tree, does not exist.
   */
  listNotes(ref: NotesRef, options?: CallOptions): ResultAsync<NotesListing, GitError>

  /**
   * Returns the tip of a notes ref. Much cheaper than a listing. May fail with `missing_object` if that commit does not
   * exist.
   */
  notesTip(ref: NotesRef, options?: CallOptions): ResultAsync<NotesTip | undefined, GitError>

  /**
   * Returns the changes between two states of a notes ref. Fails with `missing_object` for an id that no longer exists;
   * the caller then starts over from a listing. Optional: absent, two listings are compared.
   */
  diffNotes?(from: NotesTip, to: NotesTip, options?: CallOptions): ResultAsync<readonly NoteChange[], GitError>

  /**
   * Commits notes on top of `expected` and moves the ref, but only if its tip is still `expected`. Otherwise fails with
   * `notes_ref_moved` and writes nothing, and the caller merges and tries again. `git notes` can read the result. The
   * content is stored byte for byte. Author and committer are the user's identity (`identity_unknown` if unset). The
   * value `undefined` removes a note; `expected` `undefined` means that the ref must not exist yet.
   *
   * With `dropHistory` the new commit has no parents, so that earlier contents of the notes are no longer reachable
   * from the ref. It is created even if no note changes, unless the tip already has no parents.
   */
  writeNotes?(
    ref: NotesRef,
    expected: NotesTip | undefined,
    notes: ReadonlyMap<CommitId, Uint8Array | undefined>,
    options?: CallOptions & { readonly message?: string; readonly dropHistory?: boolean },
  ): ResultAsync<NotesTip, GitError>

  /** Shares notes with remotes. Optional: absent, notes stay in this repository. */
  readonly sharing?: NotesSharing

  /**
   * Returns the user's identity as in the commits of `writeNotes`; `identity_unknown` if unset. Optional: absent, names
   * must be passed explicitly.
   */
  identity?(options?: CallOptions): ResultAsync<Identity, GitError>

  /**
   * Returns who last changed each line. Optional: `withBlame` of `@chronicle/blame` derives it from commits, trees and
   * blobs. Hunks are in line order, do not overlap and cover the requested ranges up to the end of the file. Follows
   * renames of the whole file. A path that is absent, empty or not a file has no hunks.
   */
  blame?(request: BlameRequest, options?: CallOptions): ResultAsync<readonly BlameHunk[], GitError>

  /**
   * Yields a commit and its ancestors, newest first, in the order of `git rev-list`: a commit never precedes a child
   * through which it was reached. Git is terminated when the consumer stops iterating, and an abort ends the iteration
   * early. Throws an `Error` whose `cause` is the `GitError`: `missing_object` if `from` is not a commit. Optional:
   * absent, `log` is used.
   */
  ancestors?(request: AncestorsRequest, options?: CallOptions): AsyncIterable<Ancestor>

  /**
   * Returns the commits that changed a file, newest first, across all its names. If a commit has the file and a parent
   * has not, and the commit deleted a similar file, the revisions continue in that parent under the old name, as in
   * blame; the history of an earlier file with the newer name is omitted. Commits whose file equals that of one of
   * their parents are omitted, together with what is reachable only from their other parents, as in `git log -- path`.
   * A deleted file has revisions, too; a path that never was a file has none. Fails with `missing_object` if `from` is
   * not a commit. Optional: absent, `log` is used and other names are unknown.
   */
  fileRevisions?(request: FileRevisionsRequest, options?: CallOptions): ResultAsync<readonly FileRevision[], GitError>

  /**
   * Returns the paths that each commit added, changed or deleted, in byte order; a renamed file has both its paths.
   * Merges have none, nor have commits whose parents a shallow clone cut off. Ids that are not commits are missing from
   * the map. Optional: absent, `changesOf` is used.
   */
  changedPaths?(
    commits: readonly CommitId[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<CommitId, readonly RepoPath[]>, GitError>

  /**
   * Returns every commit reachable from `from` but not from `exclude`, parents before children. One pass over the
   * history; the caller caches the result. Optional: absent, blame is not bounded.
   */
  history?(request: HistoryRequest, options?: CallOptions): ResultAsync<readonly HistoryEntry[], GitError>

  /**
   * Returns the files that differ between two states. Renames are detected by similar content. Untracked files belong
   * to no state; for a submodule only its commit counts. Fails with `missing_object` for a commit that does not exist.
   * Optional: absent, questions about changes cannot be answered.
   */
  diff?(request: DiffRequest, options?: CallOptions): ResultAsync<readonly FileChange[], GitError>

  /**
   * Returns the changes of each commit: of a normal commit, against its parent; of a root commit, against nothing; of a
   * merge, the files and lines that differ from all its parents, so that a merge without conflicts has no files. In the
   * given order, without duplicates and ids that are not commits; in one pass for all. Optional: absent, commits cannot
   * be annotated from their changes.
   */
  changesOf?(commits: readonly CommitId[], options?: CallOptions): ResultAsync<readonly CommitChanges[], GitError>

  /**
   * Returns the commits of branches, tags, remote-tracking branches and the `HEAD`s of all working trees, without
   * duplicates, in byte order. Excludes what is reachable only from a stash, a reflog, or any other ref. Optional,
   * together with `changeKeys` and `patchIds`: absent, rewritten commits cannot be found.
   */
  tips?(options?: CallOptions): ResultAsync<readonly CommitId[], GitError>

  /**
   * Returns keys of the changes of patches, by blobs and modes, in the given order. `undefined` for a patch without
   * changes, and for a patch without a base whose commit is a merge, or has parents that a shallow clone cut off, or is
   * not a commit. Uses one process.
   */
  changeKeys?(
    patches: readonly Patch[],
    options?: CallOptions,
  ): ResultAsync<readonly (ChangeKey | undefined)[], GitError>

  /**
   * Returns the stable patch ids (`git patch-id --stable`) of patches: equal for two patches that change the same lines
   * in the same context, regardless of line numbers and blanks. With `exact`, blanks count (`--verbatim`), so that an
   * indentation and its revert differ; git before 2.39 ignores them all the same. The two kinds of ids are not
   * comparable. The number of processes does not depend on the number of patches, but on the number of bases per commit.
   */
  patchIds?(
    patches: readonly Patch[],
    options?: CallOptions & { readonly exact?: boolean },
  ): ResultAsync<readonly (PatchId | undefined)[], GitError>

  /**
   * Yields the commits reachable from `from`, newest first, optionally only those that change `path`. An abort ends it
   * early. Throws an `Error` whose `cause` is the `GitError`. Read it by `listLog`, which reports both as errors.
   */
  log(request: LogRequest, options?: CallOptions): AsyncIterable<CommitSummary>

  /**
   * Reads the `git config` values of one section, in the order of git, which lets the last value of most settings win.
   * Keys are lower-case and without the section: `maxtokens` for `chronicle.maxTokens`. Absent: no configuration.
   */
  readConfig?(section: string, options?: CallOptions): ResultAsync<ConfigSection, GitError>

  /** Ends the backend's processes and releases its handles. Later calls fail with `closed`. May be called twice. */
  close(): Promise<void>
}

/** The values of each key of a section of the configuration. There is at least one of each. */
export type ConfigSection = ReadonlyMap<string, readonly string[]>

/** The features that an adapter supports natively. The contract suite tests these and lists the others as skipped. */
export interface GitSupports {
  readonly blame: boolean
  readonly history: boolean
  /** `ancestors`, `fileRevisions` and `changedPaths`. */
  readonly revisions: boolean
  readonly writeNotes: boolean
  readonly diffNotes: boolean
  readonly sharing: boolean
  readonly diff: boolean
  readonly changesOf: boolean
  /** `tips`, `changeKeys` and `patchIds`. */
  readonly rewrites: boolean
  readonly worktree: boolean
  readonly index: boolean
  /** `HEAD~1`, `main@{1}`, `:/text`, … and not only names and ids. */
  readonly revisionExpressions: boolean
  readonly linkedWorktrees: boolean
  readonly objectFormats: readonly ('sha1' | 'sha256')[]
}

/** Constant facts about a repository. Paths are absolute, in the platform's form, and absent if there are no files. */
export interface RepositoryInfo {
  readonly objectFormat: 'sha1' | 'sha256'
  readonly bare: boolean
  /** Whether the history is cut off, so that answers about old lines are incomplete. */
  readonly shallow: boolean
  /**
   * The commits whose parents a shallow clone cut off. Absent if there are none, or the backend does not report them.
   */
  readonly shallowEdge?: ReadonlySet<CommitId>
  /** Root of the working tree. Absent in a bare repository. */
  readonly worktreeDir?: string
  /** The git folder of this working tree alone, with `HEAD` and the index. */
  readonly gitDir?: string
  /** The git folder that linked worktrees share, with the refs. In the main working tree the same as `gitDir`. */
  readonly commonDir?: string
  /** Folder of Chronicle's caches: `git rev-parse --git-path chronicle`, shared by linked worktrees. */
  readonly chronicleDir?: string
  /** The folder that the backend was opened in, relative to `worktreeDir`; `''` at the root. */
  readonly prefix: string
}

/** A state of the files: a commit, or the uncommitted index or working tree. */
export type TreeState = { readonly commit: CommitId } | 'INDEX' | 'WORKTREE'

/** Who made a commit, and when. */
export interface Signature {
  readonly name: string
  readonly email: string
  /** In seconds since the epoch. */
  readonly time: number
  /** Minutes east of UTC. */
  readonly zone: number
}

/** A commit object. */
export interface Commit {
  readonly id: CommitId
  readonly tree: TreeId
  /** In order. Empty for a root commit and at the edge of a shallow clone. */
  readonly parents: readonly CommitId[]
  readonly author: Signature
  readonly committer: Signature
  /** As stored, decoded as UTF-8 with replacement characters. */
  readonly message: string
}

/** One entry of a tree object. */
export interface TreeEntry {
  /**
   * UTF-8. Entries with other names are omitted, here and in listings, because as texts they could not be
   * distinguished.
   */
  readonly name: string
  readonly kind: 'tree' | 'file' | 'executable' | 'symlink' | 'submodule'
  readonly id: string
}

/** The content at a path. */
export interface FileContent {
  readonly kind: 'file' | 'symlink' | 'submodule'
  /** Id of the blob with these bytes, whether or not it is stored. For a submodule, its commit id. */
  readonly id: BlobId
  /** The link target for a symlink, empty for a submodule. */
  readonly bytes: Uint8Array
}

/** The notes of a ref at one tip. */
export interface NotesListing {
  readonly tip: NotesTip | undefined
  /**
   * Ordered by commit id. A commit with several entries (other tools leave such trees) has several blobs, in the order
   * of their tree paths, without duplicates.
   */
  readonly notes: ReadonlyMap<CommitId, readonly BlobId[]>
}

/** The note blobs of one commit before and after; empty lists mean none. */
export interface NoteChange {
  readonly commit: CommitId
  readonly before: readonly BlobId[]
  readonly after: readonly BlobId[]
}

/** The lines to blame, and how far back. */
export interface BlameRequest {
  readonly at: TreeState
  readonly path: RepoPath
  /** Lines of interest, ascending, not overlapping. Absent: the whole file. */
  readonly ranges?: readonly LineRange[] | undefined
  /**
   * Committer time in seconds. Older commits are not examined: their lines are returned with `boundary` set and some
   * older commit. Lines of commits at or after this time are exactly those of an unbounded blame.
   */
  readonly since?: number | undefined
}

/** A run of lines that came into the file together. */
export interface BlameHunk {
  /** `undefined` if not committed yet. */
  readonly commit: CommitId | undefined
  /** The path at that commit. */
  readonly originalPath: RepoPath
  /** Lines at that commit. Same length as `final`. */
  readonly original: LineRange
  /** Lines in the requested state. */
  readonly final: LineRange
  /** Committer time of `commit` in seconds. */
  readonly committedAt?: number
  /** Whether blame stopped here because of `since` or a shallow edge: the line is from this commit or an older one. */
  readonly boundary: boolean
}

/** Where to start. */
export interface AncestorsRequest {
  readonly from: CommitId
}

/** A commit of the history. */
export interface Ancestor {
  readonly id: CommitId
  /** Committer time in seconds. */
  readonly committedAt: number
}

/** Which file, and how far back. */
export interface FileRevisionsRequest {
  readonly from: CommitId
  readonly path: RepoPath
  /** Commits to omit, together with their ancestors. */
  readonly exclude?: readonly CommitId[] | undefined
  /** Committer time in seconds. Older commits need not be listed. Absent: the whole history. */
  readonly since?: number | undefined
}

/** A commit that changed a file, compared with its first parent. Symbolic links count as files, submodules do not. */
export interface FileRevision {
  readonly commit: CommitId
  /** In order. Empty for a root commit and at the edge of a shallow clone. */
  readonly parents: readonly CommitId[]
  /** Committer time in seconds. */
  readonly committedAt: number
  /** The name of the file in this commit; for a deletion, its last name. */
  readonly path: RepoPath
  /** Absent if the commit deleted the file, or renamed it to `renamedTo`. */
  readonly blob?: BlobId
  /** Equal to `blob` if only the mode changed. Absent if the commit added the file. */
  readonly previousBlob?: BlobId
  /** The name in the first parent, if different. */
  readonly previousPath?: RepoPath
  /** The new name of the file, if `blob` is absent and the commit moved it. Of several copies, the most similar one. */
  readonly renamedTo?: RepoPath
}

/** The part of the history to walk. */
export interface HistoryRequest {
  /** Where to start. With several commits, everything reachable from any of them. */
  readonly from: CommitId | readonly CommitId[]
  readonly exclude?: readonly CommitId[] | undefined
}

/** A node of the commit graph: a commit with its parents and time. */
export interface HistoryEntry {
  readonly id: CommitId
  readonly parents: readonly CommitId[]
  /** Committer time in seconds. */
  readonly committedAt: number
}

/** The change of a patch as two hashes, which are only meant for comparison. */
export interface ChangeKey {
  /** Equal for two patches if and only if they change the same paths from the same blobs to the same blobs. */
  readonly blobs: string
  /** Equal for two patches if and only if they change the same paths. */
  readonly paths: string
  /** The files that the patch wrote, with their resulting blobs. Absent if there are more than a few. */
  readonly files?: readonly (readonly [path: RepoPath, blob: BlobId])[]
}

/** A patch: the changes from a base to a commit. */
export interface Patch {
  readonly commit: CommitId
  /** Default: the commit's parent, or nothing for a root commit. */
  readonly base?: CommitId
}

/** Hexadecimal, as long as an object id of the repository. */
export type PatchId = string

/** Two states to compare. `EMPTY` has no files. */
export interface DiffRequest {
  readonly from: { readonly commit: CommitId } | 'INDEX' | 'EMPTY'
  readonly to: TreeState
}

/** One file that differs. */
export interface FileChange {
  /** `modified` includes a change of only mode or kind. */
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed'
  /** Absent for an added file. */
  readonly oldPath?: RepoPath
  /** Absent for a deleted file. */
  readonly newPath?: RepoPath
  /** Whether git treats the file as binary, so that it has no hunks. */
  readonly binary: boolean
  /** The kind of object at the path on either side. Absent if it is a file on both sides, or on its only side. */
  readonly kind?: 'symlink' | 'submodule'
  /** The blobs on either side, if the state stores them as objects. Absent for the working tree's side. */
  readonly oldBlob?: BlobId
  readonly newBlob?: BlobId
  /** Runs of changed lines without context, ascending. Empty if no line differs, and for a submodule. */
  readonly hunks: readonly DiffHunk[]
}

/** The changes of one commit. */
export interface CommitChanges {
  readonly commit: CommitId
  /**
   * In git's path order. Each has its blobs, if any. For a merge, the old side is the first parent that has the file.
   */
  readonly files: readonly FileChange[]
  /** Whether a shallow clone cut off the parents: the changes of the commit are unknown, and `files` is empty. */
  readonly cutOff?: true
}

/** Removed lines and the lines that replace them. */
export interface DiffHunk {
  readonly old: LineSpan
  readonly new: LineSpan
}

/**
 * Lines starting at `start`. With a count of 0, `start` is the line before the empty span, or 0 at the start of the
 * file.
 */
export interface LineSpan {
  readonly start: number
  readonly count: number
}

/** Which commits to list. */
export interface LogRequest {
  readonly from: CommitId
  readonly path?: RepoPath | undefined
  readonly limit?: number | undefined
}

/** A person with name and e-mail address. */
export interface Identity {
  readonly name: string
  readonly email: string
}

/** One line of a log. */
export interface CommitSummary {
  readonly id: CommitId
  readonly parents: readonly CommitId[]
  readonly authorName: string
  /** Committer time in seconds. */
  readonly committedAt: number
  readonly subject: string
}
