import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'

/** A commit that is not in the repository, described by its known properties. */
export interface MissingCommit {
  readonly commit: CommitId
  readonly patch: string
  readonly subject?: string
  /** Seconds since the epoch. */
  readonly authoredAt?: number
}

/** Number of commits read in one batch. */
const COMMITS_AT_ONCE = 10_000

/**
 * Finds commits that are here under another id: with the same patch, and with the subject or the author time of a
 * missing one. If exactly one of several has both, it is returned; otherwise all are returned, for people to choose
 * from.
 */
export function findSuccessors(
  missing: readonly MissingCommit[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, readonly CommitId[]>, GitError> {
  return safeTry(async function* () {
    const found = new Map<CommitId, readonly CommitId[]>()
    if (missing.length === 0 || git.history === undefined || git.patchIds === undefined) return ok(found)
    const starts = yield* git.tips?.(call) ?? ok(undefined)
    if (starts === undefined) return ok(found)
    const subjects = new Set(missing.map(({ subject }) => subject))
    const times = new Set(missing.map(({ authoredAt }) => authoredAt))
    const candidates = new Map<CommitId, { readonly subject: string; readonly authoredAt: number }>()
    const reachable = yield* reachableFrom(starts, git, call)
    for (let from = 0; from < reachable.length; from += COMMITS_AT_ONCE) {
      const commits = yield* git.readCommits(reachable.slice(from, from + COMMITS_AT_ONCE), call)
      for (const [id, { message, author, parents }] of commits) {
        const subject = message.split('\n', 1)[0] ?? ''
        if (parents.length > 1 || (!subjects.has(subject) && !times.has(author.time))) continue
        candidates.set(id, { subject, authoredAt: author.time })
      }
    }
    const ids = [...candidates.keys()]
    const patches = yield* git.patchIds(
      ids.map((commit) => ({ commit })),
      call,
    )
    const byPatch = new Map<string, CommitId[]>()
    for (const [index, commit] of ids.entries()) {
      const patch = patches[index]
      if (patch !== undefined) byPatch.set(patch, [...(byPatch.get(patch) ?? []), commit])
    }
    for (const { commit, patch, subject, authoredAt } of missing) {
      const same = byPatch.get(patch) ?? []
      const both = same.filter((id) => {
        const candidate = candidates.get(id)
        return candidate?.subject === subject && candidate?.authoredAt === authoredAt
      })
      if (same.length > 0) found.set(commit, both.length === 1 ? both : same)
    }
    return ok(found)
  })
}

/** Returns every commit reachable from the given ones, without duplicates. */
function reachableFrom(
  starts: readonly CommitId[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    const seen = new Set<CommitId>()
    const done: CommitId[] = []
    for (const from of starts) {
      if (seen.has(from)) continue
      for (const { id } of yield* git.history?.({ from, exclude: done }, call) ?? ok([])) seen.add(id)
      done.push(from)
    }
    return ok([...seen])
  })
}
