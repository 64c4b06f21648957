import type { BlobId, CommitId, LineRange, NotesRef, RepoPath, ResultAsync, TreeId } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { NotesSharing } from './notes-sharing.ts'
import type { GitError } from './git-error.ts'
import type { NotesTip } from './notes-tip.ts'

export type { GitError } from './git-error.ts'
export type { NotesTip } from './notes-tip.ts'

/**
 * One repository.
 *
 * Paths are repository-relative with `/`. Absent things (a path that is not there, a revision that resolves to
 * nothing) are `undefined` or missing from the returned map; failures are errors. Every method may be called
 * concurrently. No method touches the network unless the repository is a partial clone and an object is missing.
 */
export interface GitBackend {
  readonly name: string
  readonly supports: GitSupports

  /** Facts that do not change while the backend is open. */
  describe(options?: CallOptions): ResultAsync<RepositoryInfo, GitError>

  /**
   * The commit that a revision names (branch, tag, full or abbreviated id, `HEAD~2` where supported).
   * `undefined` when nothing has that name, an unborn `HEAD` included. Never interprets an option.
   */
  resolve(revision: string, options?: CallOptions): ResultAsync<CommitId | undefined, GitError>

  /**
   * The names of branches, tags and remote-tracking branches as `resolve` takes them (`main`, `v1`, `origin/main`), each
   * once, in byte order. Optional: absent, nobody is told which name is near one that does not exist.
   */
  refNames?(options?: CallOptions): ResultAsync<readonly string[], GitError>

  /** Commit objects. Ids that do not exist, or are not commits, are missing from the map. */
  readCommits(ids: readonly CommitId[], options?: CallOptions): ResultAsync<ReadonlyMap<CommitId, Commit>, GitError>

  /**
   * Committer times in seconds, for any number of commits; those that are not here are missing from the map, and a
   * partial clone does not fetch them. Absent: the commits are read.
   */
  commitTimes?(ids: readonly CommitId[], options?: CallOptions): ResultAsync<ReadonlyMap<CommitId, number>, GitError>

  /** Tree objects, one level each, in git's own order. Ids that do not exist are missing from the map. */
  readTrees(
    ids: readonly TreeId[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<TreeId, readonly TreeEntry[]>, GitError>

  /** Blob contents. Ids that do not exist, or are not blobs, are missing from the map. */
  readBlobs(ids: readonly BlobId[], options?: CallOptions): ResultAsync<ReadonlyMap<BlobId, Uint8Array>, GitError>

  /**
   * Sizes of blobs in bytes, without reading them; the others are missing from the map. Absent: they are read to know.
   */
  blobSizes?(ids: readonly BlobId[], options?: CallOptions): ResultAsync<ReadonlyMap<BlobId, number>, GitError>

  /** One file in a commit, in the index or in the working tree. `undefined`: no such path there, or it is a folder. */
  readFile(at: TreeState, path: RepoPath, options?: CallOptions): ResultAsync<FileContent | undefined, GitError>

  /**
   * The bytes that git would store for a file of the working tree at `path`, after the conversions that attributes and
   * configuration ask for: line ends, encoding, filters. Bytes that git stores as they are come back as they are. The
   * repository is not written to; a filter of the user's configuration is run, as `git status` runs it. Fails with
   * `unsupported` where there is no working tree. Optional: absent, files are compared byte for byte.
   */
  normalise?(path: RepoPath, bytes: Uint8Array, options?: CallOptions): ResultAsync<Uint8Array, GitError>

  /**
   * The paths of all files (no folders; submodules left out) under a folder, in byte order. `under` absent: all.
   * In the working tree: tracked files that are there, and untracked ones that are not ignored.
   */
  listFiles(at: TreeState, under?: RepoPath, options?: CallOptions): ResultAsync<readonly RepoPath[], GitError>

  /** Every note of a ref, of any fan-out. A ref that does not exist has no tip and no notes. */
  listNotes(ref: NotesRef, options?: CallOptions): ResultAsync<NotesListing, GitError>

  /** The tip of a notes ref; much cheaper than a listing. */
  notesTip(ref: NotesRef, options?: CallOptions): ResultAsync<NotesTip | undefined, GitError>

  /**
   * What changed between two states of a notes ref. Optional: absent, two listings are compared.
   * An id that no longer exists is the error `missing_object`, and the caller starts over from a listing.
   */
  diffNotes?(from: NotesTip, to: NotesTip, options?: CallOptions): ResultAsync<readonly NoteChange[], GitError>

  /**
   * Commits notes on top of `expected` and moves the ref, but only if it still stands there: otherwise the error
   * `notes_ref_moved`, nothing written, and the caller merges and tries again. The result is read by `git notes`.
   * The content is stored byte for byte. Author and committer are the user's identity (`identity_unknown` if unset).
   * `undefined` as a value removes the note; `expected` `undefined` means that the ref must not exist yet.
   *
   * With `dropHistory` the new commit has no parents, so that what the notes said before cannot be reached from the ref
   * any more; it is made even if no note changes, unless the tip has no parents already.
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
   * Who the user is, as the commits that `writeNotes` makes say it; `identity_unknown` if unset. Optional: absent, what
   * needs a name has to be given one.
   */
  identity?(options?: CallOptions): ResultAsync<Identity, GitError>

  /**
   * Who last changed each line. Optional: `withBlame` of `@chronicle/blame` derives it from commits, trees and blobs.
   * Hunks come in line order, do not overlap and cover the requested ranges as far as the file goes. Follows renames
   * of the whole file. What is absent, empty or no file has no hunks.
   */
  blame?(request: BlameRequest, options?: CallOptions): ResultAsync<readonly BlameHunk[], GitError>

  /**
   * A commit and its ancestors, newest first, in the order of `git rev-list`: a commit never before one of its
   * children on the way it was reached. Git is ended when the caller stops listening, and the iteration ends early
   * when aborted. A failure is thrown, as an `Error` whose `cause` is the `GitError`: `missing_object` if `from` is no
   * commit. Optional: absent, `log` is read.
   */
  ancestors?(request: AncestorsRequest, options?: CallOptions): AsyncIterable<Ancestor>

  /**
   * The commits that changed a file, newest first, through every name that it had. Where a commit has the file and a
   * parent has not, and the commit deleted a similar file, the revisions go on in that parent under the name there, as
   * blame does; the history of an earlier file of the newer name is left out. Commits that took the file as it was in
   * one of their parents are left out, with what only their other parents lead to, as `git log -- path` does. A file
   * that is not there any more has revisions, too; a path that never was a file has none. Fails with `missing_object`
   * if `from` is no commit. Optional: absent, `log` is read and other names are not known.
   */
  fileRevisions?(request: FileRevisionsRequest, options?: CallOptions): ResultAsync<readonly FileRevision[], GitError>

  /**
   * The paths that each commit added, changed or deleted, in byte order; a renamed file has both of its paths. Merges
   * have none, nor have commits whose parents a shallow clone cut off. Ids that are not commits are missing from the
   * map. Optional: absent, `changesOf` is asked.
   */
  changedPaths?(
    commits: readonly CommitId[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<CommitId, readonly RepoPath[]>, GitError>

  /**
   * Every commit reachable from `from` and from none of `exclude`, parents before children. One pass over the history;
   * the caller keeps the result. Optional: absent, blame is not bounded.
   */
  history?(request: HistoryRequest, options?: CallOptions): ResultAsync<readonly HistoryEntry[], GitError>

  /**
   * The files that differ between two states, renames found by similar content. Untracked files are part of no state;
   * of a submodule only the commit it stands on counts. Optional: absent, questions about changes cannot be answered.
   * A commit that is not there is the error `missing_object`.
   */
  diff?(request: DiffRequest, options?: CallOptions): ResultAsync<readonly FileChange[], GitError>

  /**
   * What each of some commits changed: against its parent; a root commit, against nothing; a merge, the files and lines
   * that it has from none of its parents, so that one made without conflicts has no files. In the order asked for, each
   * once, those that are no commits left out; at one go for all of them. Optional: absent, commits cannot be annotated
   * from their changes.
   */
  changesOf?(commits: readonly CommitId[], options?: CallOptions): ResultAsync<readonly CommitChanges[], GitError>

  /**
   * The commits that branches, tags, remote-tracking branches and the `HEAD`s of all working trees stand on, each once,
   * in byte order. What only a stash, a log of a ref, or any other ref leads to is not among them. Optional, together
   * with `changeKeys` and `patchIds`: absent, commits that took the place of others cannot be found.
   */
  tips?(options?: CallOptions): ResultAsync<readonly CommitId[], GitError>

  /**
   * Keys of what some patches change, by blobs and modes, in the order asked for. Absent for a patch without changes,
   * and for a patch without a base whose commit is a merge, or has parents that a shallow clone cut off, or is no
   * commit. By one process.
   */
  changeKeys?(
    patches: readonly Patch[],
    options?: CallOptions,
  ): ResultAsync<readonly (ChangeKey | undefined)[], GitError>

  /**
   * The stable patch ids (`git patch-id --stable`) of the same: equal for two patches that change the same lines in the
   * same context, whatever their line numbers and blanks. The number of processes does not depend on the number of
   * patches, but on that of bases that one commit is compared with.
   */
  patchIds?(patches: readonly Patch[], options?: CallOptions): ResultAsync<readonly (PatchId | undefined)[], GitError>

  /**
   * Commits reachable from `from`, newest first, optionally only those that change `path`. Ends early when aborted.
   * A failure is thrown, as an `Error` whose `cause` is the `GitError`.
   */
  log(request: LogRequest, options?: CallOptions): AsyncIterable<CommitSummary>

  /**
   * `git config` values under one section, the last value wins. Keys are lower-cased and without the section:
   * `maxtokens` for `chronicle.maxTokens`. Absent: no configuration.
   */
  readConfig?(section: string, options?: CallOptions): ResultAsync<ReadonlyMap<string, string>, GitError>

  /** Ends the processes and handles that the backend holds. Safe to call twice. */
  close(): Promise<void>
}

/** What an adapter does natively. The contract suite runs what is claimed and names what it leaves out. */
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
  /** `HEAD~1`, `main@{1}`, `:/text`, … rather than names and ids alone. */
  readonly revisionExpressions: boolean
  readonly linkedWorktrees: boolean
  readonly objectFormats: readonly ('sha1' | 'sha256')[]
}

/** Fixed facts about a repository. Paths are absolute, in the platform's form, and absent where there are no files. */
export interface RepositoryInfo {
  readonly objectFormat: 'sha1' | 'sha256'
  readonly bare: boolean
  /** History is cut off: answers about old lines are incomplete. */
  readonly shallow: boolean
  /** The commits whose parents a shallow clone cut off. Absent where there are none, or the backend does not say. */
  readonly shallowEdge?: ReadonlySet<CommitId>
  /** Top of the working tree. Absent in a bare repository. */
  readonly worktreeDir?: string
  /** Where git keeps what is of this working tree alone: `HEAD`, the index. */
  readonly gitDir?: string
  /** Where git keeps what linked worktrees share, such as refs. In the main working tree the same as `gitDir`. */
  readonly commonDir?: string
  /** Where Chronicle keeps its caches: `git rev-parse --git-path chronicle`, shared by linked worktrees. */
  readonly chronicleDir?: string
  /** The folder the backend was opened in, relative to `worktreeDir`, `''` at the top. */
  readonly prefix: string
}

/** A state of the files: a commit, or what is not committed yet. */
export type TreeState = { readonly commit: CommitId } | 'INDEX' | 'WORKTREE'

/** Who made a commit, and when. */
export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since the epoch. */
  readonly time: number
  /** Minutes east of UTC. */
  readonly zone: number
}

/** A commit object. */
export interface Commit {
  readonly id: CommitId
  readonly tree: TreeId
  /** In order; empty for a root commit and at the edge of a shallow clone. */
  readonly parents: readonly CommitId[]
  readonly author: Signature
  readonly committer: Signature
  /** As stored, decoded as UTF-8 with replacement characters. */
  readonly message: string
}

/** One entry of a tree object. */
export interface TreeEntry {
  /** UTF-8: entries with other names are left out, here and in listings, because as texts they would be alike. */
  readonly name: string
  readonly kind: 'tree' | 'file' | 'executable' | 'symlink' | 'submodule'
  readonly id: string
}

/** What is at a path. */
export interface FileContent {
  readonly kind: 'file' | 'symlink' | 'submodule'
  /** Id of the blob these bytes have, whether or not it is stored; of a submodule, the commit id it stands on. */
  readonly id: BlobId
  /** The link target for a symlink, empty for a submodule. */
  readonly bytes: Uint8Array
}

/** The notes of a ref at one tip. */
export interface NotesListing {
  readonly tip: NotesTip | undefined
  /**
   * Ordered by commit id. A commit that has several entries (other tools leave such trees) has several blobs, in the
   * order of their paths in the tree, each once.
   */
  readonly notes: ReadonlyMap<CommitId, readonly BlobId[]>
}

/** The note blobs of one commit before and after; empty lists mean none. */
export interface NoteChange {
  readonly commit: CommitId
  readonly before: readonly BlobId[]
  readonly after: readonly BlobId[]
}

/** What to blame, and how far back. */
export interface BlameRequest {
  readonly at: TreeState
  readonly path: RepoPath
  /** Lines of interest, ascending, not overlapping. Absent: the whole file. */
  readonly ranges?: readonly LineRange[]
  /**
   * Committer time in seconds. Commits older than it are not looked into: lines from there come back with
   * `boundary` set and some older commit. Lines of commits at or after it are exactly those of an unbounded blame.
   */
  readonly since?: number
}

/** A run of lines that came into the file together. */
export interface BlameHunk {
  /** `undefined`: not committed yet. */
  readonly commit: CommitId | undefined
  /** The path at that commit. */
  readonly originalPath: RepoPath
  /** Lines at that commit. Same length as `final`. */
  readonly original: LineRange
  /** Lines in the requested state. */
  readonly final: LineRange
  /** Committer time of `commit` in seconds. */
  readonly committedAt?: number
  /** Blame stopped here because of `since` or a shallow edge: the line is from this commit or an older one. */
  readonly boundary: boolean
}

/** Where to begin. */
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
  /** Commits whose ancestors are left out, as they are themselves. */
  readonly exclude?: readonly CommitId[]
  /** Committer time in seconds. Commits older than it need not be listed. Absent: the whole history. */
  readonly since?: number
}

/** A commit that changed a file, compared with its first parent. Symbolic links are files, submodules are not. */
export interface FileRevision {
  readonly commit: CommitId
  /** In order; empty for a root commit and at the edge of a shallow clone. */
  readonly parents: readonly CommitId[]
  /** Committer time in seconds. */
  readonly committedAt: number
  /** The name of the file in this commit; of a deletion, the name that it had. */
  readonly path: RepoPath
  /** Absent where the commit deleted the file, or renamed it to `renamedTo`. */
  readonly blob?: BlobId
  /** The same as `blob` where only the mode changed. Absent where the commit added the file. */
  readonly previousBlob?: BlobId
  /** The name in the first parent, if it was another one. */
  readonly previousPath?: RepoPath
  /** Where the commit moved the file, when `blob` is absent. Of several copies, the one that is most like it. */
  readonly renamedTo?: RepoPath
}

/** The part of the history to walk. */
export interface HistoryRequest {
  /** Where to begin. With several commits, whatever any of them reaches. */
  readonly from: CommitId | readonly CommitId[]
  readonly exclude?: readonly CommitId[]
}

/** A commit in the shape of the history: its parents and its time. */
export interface HistoryEntry {
  readonly id: CommitId
  readonly parents: readonly CommitId[]
  /** Committer time in seconds. */
  readonly committedAt: number
}

/** What a patch changes, told by two hashes that are compared and have no other meaning. */
export interface ChangeKey {
  /** The same for two patches exactly if they take the same paths from the same blobs to the same blobs. */
  readonly blobs: string
  /** The same for two patches exactly if they change the same paths. */
  readonly paths: string
  /** The files that the patch wrote, with the blobs that it left in them. Absent: it changed more than a few. */
  readonly files?: readonly (readonly [path: RepoPath, blob: BlobId])[]
}

/** A patch: what changed from a base to a commit. */
export interface Patch {
  readonly commit: CommitId
  /** Absent: its parent; of a root commit, nothing. */
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
  /** `modified` includes a change of mode or kind alone. */
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed'
  /** Absent for an added file. */
  readonly oldPath?: RepoPath
  /** Absent for a deleted file. */
  readonly newPath?: RepoPath
  /** Git takes it for binary: it has no hunks. */
  readonly binary: boolean
  /** What the path stands for on either side. Absent where that is a file on both, or on the one side there is. */
  readonly kind?: 'symlink' | 'submodule'
  /** The blobs on either side, where the state holds them as objects. Absent of the working tree's side. */
  readonly oldBlob?: BlobId
  readonly newBlob?: BlobId
  /** Runs of changed lines without context, ascending. Empty where no line differs, and for a submodule. */
  readonly hunks: readonly DiffHunk[]
}

/** What one commit changed. */
export interface CommitChanges {
  readonly commit: CommitId
  /**
   * Ordered as git orders paths. Each has its blobs, where there are any. Of a merge, the old side is the first parent
   * that has the file.
   */
  readonly files: readonly FileChange[]
  /** The parents are cut off by a shallow clone: what the commit changed is not known, and `files` is empty. */
  readonly cutOff?: true
}

/** Lines that were taken out, and those that came in their place. */
export interface DiffHunk {
  readonly old: LineSpan
  readonly new: LineSpan
}

/** Lines from `start` on. With a count of 0 there are none, and `start` is the line that they would follow; 0: none. */
export interface LineSpan {
  readonly start: number
  readonly count: number
}

/** Which commits to list. */
export interface LogRequest {
  readonly from: CommitId
  readonly path?: RepoPath
  readonly limit?: number
}

/** Somebody by name and address. */
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
