import { groupBy, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { subjectOf } from '../text/subject-of.ts'

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
export type SuccessorFinder = (
  missing: readonly MissingCommit[],
  call: CallOptions,
) => ResultAsync<ReadonlyMap<CommitId, readonly CommitId[]>, GitError>

interface Candidate {
  readonly id: CommitId
  readonly subject: string
  readonly authoredAt: number
}

/** Creates a finder. The history is listed once, by the first call, and the patch of each commit is computed once. */
export function createSuccessorFinder(git: GitBackend): SuccessorFinder {
  let listed: readonly Candidate[] | undefined
  const patches = new Map<CommitId, string | undefined>()

  function readPatches(ids: readonly CommitId[], call: CallOptions): ResultAsync<void, GitError> {
    return safeTry(async function* () {
      const unknown = ids.filter((id) => !patches.has(id))
      if (git.patchIds === undefined || unknown.length === 0) return ok()
      const computed = yield* git.patchIds(
        unknown.map((commit) => ({ commit })),
        call,
      )
      for (const [index, id] of unknown.entries()) patches.set(id, computed[index])
      return ok()
    })
  }

  return (missing, call) =>
    safeTry(async function* () {
      const found = new Map<CommitId, readonly CommitId[]>()
      if (missing.length === 0 || git.patchIds === undefined) return ok(found)
      const all = listed ?? (yield* listCandidates(git, call))
      listed = all
      const subjects = new Set(missing.map(({ subject }) => subject))
      const times = new Set(missing.map(({ authoredAt }) => authoredAt))
      const candidates = all.filter(({ subject, authoredAt }) => subjects.has(subject) || times.has(authoredAt))
      yield* readPatches(
        candidates.map(({ id }) => id),
        call,
      )
      const byPatch = groupBy(candidates, ({ id }) => patches.get(id))
      for (const { commit, patch, subject, authoredAt } of missing) {
        const same = byPatch.get(patch) ?? []
        const both = same.filter((candidate) => candidate.subject === subject && candidate.authoredAt === authoredAt)
        if (same.length > 0)
          found.set(
            commit,
            (both.length === 1 ? both : same).map(({ id }) => id),
          )
      }
      return ok(found)
    })
}

/** Lists the commits reachable from branches and tags, without merges. Empty for a backend that cannot. */
function listCandidates(git: GitBackend, call: CallOptions): ResultAsync<readonly Candidate[], GitError> {
  return safeTry(async function* () {
    const candidates: Candidate[] = []
    const starts = yield* git.tips?.(call) ?? ok([])
    const reachable = yield* git.history?.({ from: starts }, call) ?? ok([])
    for (let from = 0; from < reachable.length; from += COMMITS_AT_ONCE) {
      const portion = reachable.slice(from, from + COMMITS_AT_ONCE).filter(({ parents }) => parents.length < 2)
      const commits = yield* git.readCommits(
        portion.map(({ id }) => id),
        call,
      )
      for (const [id, { message, author }] of commits) {
        candidates.push({ id, subject: subjectOf(message), authoredAt: author.time })
      }
    }
    return ok(candidates)
  })
}
