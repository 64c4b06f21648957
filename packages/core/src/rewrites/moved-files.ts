import {
  err,
  isFolderPath,
  ok,
  okAsync,
  safeTry,
  type CommitId,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { CommitChanges, GitBackend } from '../contracts/git-backend.ts'
import { createQueue } from '../contracts/queue.ts'
import type { ReadError } from '../read/read-error.ts'
import type { ReAnchoring } from './re-anchor.ts'

/** Finds the code of old commits in the files of new commits, whether renamed or not. */
export interface MovedFiles {
  /** Places a region in `to`: in its file, under another path, or in a file to which the unit was moved. */
  place(
    region: Region,
    from: CommitId,
    to: CommitId,
    reAnchoring: ReAnchoring,
    call: CallOptions,
  ): ResultAsync<Region | undefined, ReadError>
  /** Returns the changes of a new commit. `undefined` when it is not a target of the rewrites. */
  changesOf(commit: CommitId, call: CallOptions): ResultAsync<CommitChanges | undefined, ReadError>
}

/**
 * Maximum number of commit pairs compared for renames. In a long branch, the renames of one commit apply to the next.
 */
const MAX_COMPARED = 16
/** Maximum number of files of one commit in which a unit is searched. */
const MAX_FILES_SEARCHED = 50

/**
 * Creates the search. The number of git calls does not grow with the rewrites: renames are queried at most
 * `MAX_COMPARED` times and cached, and the changes of the new commits are queried once for all of them.
 */
export function createMovedFiles(git: GitBackend, targets: readonly CommitId[]): MovedFiles {
  const renames = new Map<RepoPath, Set<RepoPath>>()
  const compared = new Set<string>()
  const queue = createQueue()
  let changes: ResultAsync<ReadonlyMap<CommitId, CommitChanges>, ReadError> | undefined

  function learn(from: CommitId, to: CommitId, call: CallOptions): ResultAsync<void, ReadError> {
    return safeTry(async function* () {
      const pair = `${from} ${to}`
      if (git.diff === undefined || compared.has(pair) || compared.size >= MAX_COMPARED) return ok(undefined)
      compared.add(pair)
      const diff = await git.diff({ from: { commit: from }, to: { commit: to } }, call)
      // A commit that is no longer in the repository cannot be compared.
      if (diff.isErr()) {
        if (diff.error.code === 'missing_object') return ok(undefined)
        compared.delete(pair)
        return err(diff.error)
      }
      for (const { status, oldPath, newPath } of diff.value) {
        if (status !== 'renamed' || oldPath === undefined || newPath === undefined) continue
        renames.set(oldPath, (renames.get(oldPath) ?? new Set()).add(newPath))
      }
      return ok(undefined)
    })
  }

  function known(file: RepoPath, reAnchoring: ReAnchoring): ResultAsync<RepoPath | undefined, ReadError> {
    return safeTry(async function* () {
      for (const path of renames.get(file) ?? []) {
        const there = yield* reAnchoring.hasFile(path)
        if (there) return ok(path)
      }
      return ok(undefined)
    })
  }

  function changesOf(commit: CommitId, call: CallOptions): ResultAsync<CommitChanges | undefined, ReadError> {
    changes ??= readChanges(git, targets, call).orTee(() => (changes = undefined))
    return changes.map((all) => all.get(commit))
  }

  /** Returns the path in `to` of a file of `from`; `undefined` when it has the same path, or is gone. */
  function pathOf(
    file: RepoPath,
    from: CommitId,
    to: CommitId,
    reAnchoring: ReAnchoring,
    call: CallOptions,
  ): ResultAsync<RepoPath | undefined, ReadError> {
    return safeTry(async function* () {
      if (isFolderPath(file)) return ok(undefined)
      const there = yield* reAnchoring.hasFile(file)
      if (there) return ok(undefined)
      const before = await known(file, reAnchoring)
      if (before.isErr() || before.value !== undefined) return before
      // Comparisons run one after the other, so that each can use the results of the previous one.
      return queue(call, () =>
        safeTry(async function* () {
          const meanwhile = yield* known(file, reAnchoring)
          if (meanwhile !== undefined) return ok(meanwhile)
          yield* learn(from, to, call)
          return known(file, reAnchoring)
        }),
      )
    })
  }

  /** Finds the region in another file to which the new commit moved its unit. */
  function findElsewhere(
    region: Region,
    from: CommitId,
    to: CommitId,
    reAnchoring: ReAnchoring,
    call: CallOptions,
  ): ResultAsync<Region | undefined, ReadError> {
    return safeTry(async function* () {
      if (region.ast_anchor === undefined) return ok(undefined)
      const changed = yield* changesOf(to, call)
      const files = (changed?.files ?? []).filter(({ binary }) => !binary)
      if (files.length > MAX_FILES_SEARCHED) return ok(undefined)
      for (const { newPath } of files) {
        if (newPath === undefined || newPath === region.file) continue
        const found = await reAnchoring.reAnchorElsewhere(region, from, newPath)
        if (found.isErr() || found.value !== undefined) return found
      }
      return ok(undefined)
    })
  }

  return {
    changesOf,
    place(region, from, to, reAnchoring, call) {
      return safeTry(async function* () {
        const { file } = region
        const path = yield* file === undefined
          ? ok(undefined)
          : await pathOf(file as RepoPath, from, to, reAnchoring, call)
        const here = await reAnchoring.reAnchor(region, from, path)
        if (here.isErr() || here.value !== undefined) return here
        return findElsewhere(region, from, to, reAnchoring, call)
      })
    },
  }
}

function readChanges(
  git: GitBackend,
  commits: readonly CommitId[],
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, CommitChanges>, ReadError> {
  if (git.changesOf === undefined) return okAsync(new Map())
  return git.changesOf(commits, call).map((changes) => new Map(changes.map((each) => [each.commit, each])))
}
