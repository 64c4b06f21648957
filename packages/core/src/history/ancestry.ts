import { err, ok, type CommitId, type Result } from '@chronicle/schema'
import type { AnnotatedCommit } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { CommitSummary, GitBackend, GitError } from '../contracts/git-backend.ts'
import { blameHorizon, type HistoryFacts } from './history-facts.ts'

/** Tells which commits belong to the history of another one, and in what order they were made. */
export interface Ancestry {
  /**
   * Of these commits those that are `head` or an ancestor of it, each with its place in time: ancestors before their
   * descendants, whatever the clocks said; then by committer time, then by id. The log is read no further back than
   * the oldest of the commits; without `facts`, to its end.
   */
  rank(
    head: CommitId,
    commits: readonly AnnotatedCommit[],
    facts: HistoryFacts | undefined,
    options?: CallOptions,
  ): Promise<Result<ReadonlyMap<CommitId, number>, GitError>>
}

type Logged = Pick<CommitSummary, 'id' | 'parents' | 'committedAt'>

/** The beginning of a log: all commits up to one older than `until`, in the order of the log. */
interface Walk {
  readonly head: CommitId
  readonly until: number
  readonly commits: readonly Logged[]
}

/** Keeps the log of the head asked about last, as far as it was needed. */
export function createAncestry(git: GitBackend): Ancestry {
  let known: Walk | undefined

  async function walk(
    head: CommitId,
    until: number,
    options: CallOptions,
  ): Promise<Result<readonly Logged[], GitError>> {
    if (known === undefined || known.head !== head || known.until > until) {
      const commits: Logged[] = []
      try {
        for await (const { id, parents, committedAt } of git.log({ from: head }, options)) {
          if (committedAt < until) break
          commits.push({ id, parents, committedAt })
        }
      } catch (thrown) {
        const cause = thrown instanceof Error ? thrown.cause : undefined
        if (!isGitError(cause)) throw thrown
        return err(cause)
      }
      if (options.signal?.aborted === true) return err(codedError('aborted', 'Reading the log was aborted.'))
      known = { head, until, commits }
    }
    // The log is newest first, so what follows the first commit that is too old is behind commits that are, too.
    const end = known.commits.findIndex(({ committedAt }) => committedAt < until)
    return ok(end < 0 ? known.commits : known.commits.slice(0, end))
  }

  return {
    async rank(head, commits, facts, options = {}) {
      const times = new Map<CommitId, number>()
      for (const { commit, committedAt } of commits) if (committedAt !== undefined) times.set(commit, committedAt)
      if (times.size === 0) return ok(new Map())
      const oldest = Math.min(...times.values())
      const until = facts === undefined ? -Infinity : blameHorizon(facts, oldest)
      const walked = await walk(head, until, options)
      if (walked.isErr()) return err(walked.error)
      const found = walked.value.filter(({ id }) => times.has(id))
      const plain =
        facts?.inversions.length === 0 && new Set(found.map((each) => each.committedAt)).size === found.length
      const places = plain ? undefined : placesOf(head, walked.value)
      const ordered = found
        .map((each) => ({ id: each.id, ...(places?.get(each.id) ?? { time: each.committedAt, depth: 0 }) }))
        .sort((a, b) => a.time - b.time || a.depth - b.depth || (a.id < b.id ? -1 : 1))
      return ok(new Map(ordered.map(({ id }, rank) => [id, rank])))
    },
  }
}

/** A time that is never before that of an ancestor, and the number of commits on the longest way to a first one. */
interface Place {
  readonly time: number
  readonly depth: number
}

function placesOf(head: CommitId, commits: readonly Logged[]): ReadonlyMap<CommitId, Place> {
  const byId = new Map(commits.map((commit) => [commit.id, commit]))
  const places = new Map<CommitId, Place>()
  const open: CommitId[] = [head]
  for (let id = open.at(-1); id !== undefined; id = open.at(-1)) {
    const commit = byId.get(id)
    const waiting = commit?.parents.filter((parent) => byId.has(parent) && !places.has(parent)) ?? []
    if (commit !== undefined && !places.has(id) && waiting.length > 0) {
      open.push(...waiting)
      continue
    }
    open.pop()
    if (commit === undefined || places.has(id)) continue
    let place: Place = { time: commit.committedAt, depth: 0 }
    for (const parent of commit.parents) {
      const before = places.get(parent)
      if (before === undefined) continue
      place = { time: Math.max(place.time, before.time), depth: Math.max(place.depth, before.depth + 1) }
    }
    places.set(id, place)
  }
  return places
}

function isGitError(cause: unknown): cause is GitError {
  return typeof cause === 'object' && cause !== null && 'code' in cause && 'message' in cause
}
