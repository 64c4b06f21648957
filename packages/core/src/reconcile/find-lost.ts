import {
  acknowledgementsRef,
  correctionsRef,
  err,
  ok,
  omitUndefined,
  Result,
  safeTry,
  type BlobId,
  type CommitId,
  type NotesRef,
  type ResultAsync,
  type TreeId,
} from '@chronicle/schema'
import { isRepositoryNote } from '../notes/knowledge-commits.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { Commit, GitBackend, GitError, HistoryEntry } from '../contracts/git-backend.ts'

/** Unreachable commits that have notes. */
export interface LostCommits {
  /** The commits of branches, tags, remote-tracking branches and working trees. */
  readonly tips: readonly CommitId[]
  /**
   * Commits that none of the tips reaches: those with a note, those of the named branch, and the ancestors of both,
   * parents before children.
   */
  readonly history: readonly HistoryEntry[]
  /** Commits of `history` with a note. */
  readonly annotated: readonly CommitId[]
  /** Commits with a note that are not in the repository. */
  readonly missing: readonly CommitId[]
  /** The commit of `HEAD`. `undefined` when it has none yet. */
  readonly head: CommitId | undefined
  /** Commits with a note that one of the tips reaches, but `HEAD` does not. */
  readonly onOtherBranches: readonly CommitId[]
  /** The notes of all commits, by commit, from all three refs. */
  readonly notes: ReadonlyMap<CommitId, readonly BlobId[]>
  readonly shallow: boolean
  /** The commit of the branch that was named, if `HEAD` has all others of that branch. */
  readonly onlyCommit?: CommitId
}

/** The input of the search for lost commits. */
export interface LostRequest extends CallOptions {
  /**
   * A branch that was merged by other means and still exists: its commits that `HEAD` does not reach count as lost
   * unless something else reaches them.
   */
  readonly branch?: string | undefined
  /** Returns the successor of a commit according to a map; it may be lost as well. */
  readonly follow?: ((commit: CommitId) => CommitId | undefined) | undefined
}

/** A backend with the methods needed to find rewritten commits. */
export type ReconcilingGit = GitBackend & Required<Pick<GitBackend, 'tips' | 'changeKeys' | 'patchIds' | 'history'>>

/** Returns the backend if it can compare patches, else an error. */
export function requireReconcilingGit(git: GitBackend): Result<ReconcilingGit, GitError> {
  const { tips, changeKeys, patchIds, history } = git
  if (tips === undefined || changeKeys === undefined || patchIds === undefined || history === undefined) {
    const message = `The git backend ${git.name} cannot tell which commits were rewritten. Use the cli backend.`
    return err(codedError('unsupported', message))
  }
  return ok(git as ReconcilingGit)
}

/** Finds the unreachable commits that have notes. Walks the history at most three times, however many there are. */
export function findLost(
  git: ReconcilingGit,
  notesRef: NotesRef,
  { branch, follow, signal }: LostRequest,
): ResultAsync<LostCommits, GitError> {
  return safeTry(async function* () {
    const call: CallOptions = omitUndefined({ signal })
    const refs = [notesRef, correctionsRef(notesRef), acknowledgementsRef(notesRef)]
    const listing = Promise.all(refs.map((ref) => git.listNotes(ref, call)))
    const [{ shallow }, tips, head] = yield* Result.combine(
      await Promise.all([git.describe(call), git.tips(call), git.resolve('HEAD', call)]),
    )
    const notes = new Map<CommitId, readonly BlobId[]>()
    for (const listed of yield* Result.combine(await listing)) {
      for (const [commit, blobs] of listed.notes) notes.set(commit, [...(notes.get(commit) ?? []), ...blobs])
    }
    const noted = [...notes.keys()].filter((commit) => !isRepositoryNote(commit))
    const nothing = { tips, history: [], annotated: [], missing: [], head, onOtherBranches: [], notes, shallow }
    if (noted.length === 0) return ok(nothing)
    const followed = follow === undefined ? [] : noted.flatMap((commit) => follow(commit) ?? [])
    const asked = [...new Set([...noted, ...followed])]
    const known = yield* await (git.commitTimes?.(asked, call) ?? commitsHere(asked, git, call))
    const here = asked.filter((commit) => known.has(commit))
    const missing = yield* withoutOtherObjects(
      noted.filter((commit) => !known.has(commit)),
      git,
      call,
    )
    const named = branch === undefined ? undefined : yield* await commitOfBranch(branch, git, call)
    const own = new Set(yield* named === undefined ? ok([]) : await commitsApart(named, head, git, call))
    const kept = tips.filter((each) => !own.has(each))
    const others = yield* git.history({ from: here, exclude: head === undefined ? [] : [head] }, call)
    const isApart = new Set(others.map(({ id }) => id))
    const open = here.filter((commit) => isApart.has(commit))
    const from = named === undefined ? open : [...open, named]
    const history = yield* open.length === 0 ? ok([]) : await git.history({ from, exclude: kept }, call)
    const lost = new Set(history.map(({ id }) => id))
    return ok({
      ...nothing,
      tips: kept,
      history,
      annotated: noted.filter((commit) => lost.has(commit)),
      missing,
      onOtherBranches: noted.filter((commit) => isApart.has(commit) && !lost.has(commit)),
      ...(named !== undefined && own.size === 1 && { onlyCommit: named }),
    })
  })
}

function commitsHere(
  ids: readonly CommitId[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, unknown>, GitError> {
  return readInBatches(ids, git, call, () => true)
}

/** Removes ids of trees and blobs: notes can be on them, and those that exist are not missing. */
function withoutOtherObjects(
  ids: readonly CommitId[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    if (ids.length === 0) return ok([])
    const trees = yield* git.readTrees(ids as readonly string[] as readonly TreeId[], call)
    const blobs = yield* await (git.blobSizes?.(ids as readonly string[] as readonly BlobId[], call) ??
      ok(new Map<BlobId, number>()))
    const others = new Set<string>([...trees.keys(), ...blobs.keys()])
    return ok(ids.filter((id) => !others.has(id)))
  })
}

function commitOfBranch(branch: string, git: ReconcilingGit, call: CallOptions): ResultAsync<CommitId, GitError> {
  return git.resolve(branch, call).andThen((tip) => {
    if (tip !== undefined) return ok(tip)
    const message = `"${branch}" is no commit of this repository. Name the branch that was merged, or a commit on it.`
    return err(codedError('missing_object', message, { data: { revision: branch } }))
  })
}

/** Returns the commits of a branch that `HEAD` does not have. */
function commitsApart(
  tip: CommitId,
  head: CommitId | undefined,
  git: ReconcilingGit,
  call: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  const exclude = head === undefined ? [] : [head]
  return git.history({ from: tip, exclude }, call).map((entries) => entries.map(({ id }) => id))
}

/** Reads commits in batches, so that only the kept part of each is in memory. */
export function readInBatches<T>(
  ids: readonly CommitId[],
  git: GitBackend,
  call: CallOptions,
  keep: (commit: Commit) => T,
): ResultAsync<Map<CommitId, T>, GitError> {
  return safeTry(async function* () {
    const kept = new Map<CommitId, T>()
    for (let from = 0; from < ids.length; from += COMMITS_AT_ONCE) {
      const read = yield* git.readCommits(ids.slice(from, from + COMMITS_AT_ONCE), call)
      for (const [id, commit] of read) kept.set(id, keep(commit))
    }
    return ok(kept)
  })
}

const COMMITS_AT_ONCE = 2000
