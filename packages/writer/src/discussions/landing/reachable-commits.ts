import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import {
  visitLog,
  type CallOptions,
  type CommitSummary,
  type GitBackend,
  type GitError,
} from '@chronicle/core/contracts'

/** The commits reachable from a commit, indexed for finding a change. */
export interface ReachableCommits {
  has(id: CommitId): boolean
  /** Returns commits with this subject, newest first. */
  withSubject(subject: string): readonly CommitId[]
  /** Returns commits whose subject ends in `(#12)` or says that pull request 12 was merged. */
  withNumber(number: number): readonly CommitSummary[]
  /** Returns commits made between two times, inclusive, in seconds since the epoch. */
  between(from: number, to: number): readonly CommitId[]
}

/**
 * `Title (#12)` of a squash, or `Merge pull request #12 from …` of a merge. The subject of a revert has the number
 * inside quotes.
 */
const NUMBERED = /^Merge pull request #(\d+)\b|\(#(\d+)\)$/

/** Reads the history of a commit once, at the cost of `git log`. */
export function readReachable(
  git: GitBackend,
  from: CommitId,
  call: CallOptions,
): ResultAsync<ReachableCommits, GitError> {
  return safeTry(async function* () {
    const ids = new Set<CommitId>()
    const subjects = new Map<string, CommitId[]>()
    const numbers = new Map<number, CommitSummary[]>()
    const times: { readonly id: CommitId; readonly at: number }[] = []
    yield* visitLog(git, { from }, call, (commit) => {
      ids.add(commit.id)
      times.push({ id: commit.id, at: commit.committedAt })
      add(subjects, commit.subject, commit.id)
      const [, merged, squashed] = NUMBERED.exec(commit.subject) ?? []
      const number = Number(merged ?? squashed ?? Number.NaN)
      if (!Number.isNaN(number)) add(numbers, number, commit)
      return undefined
    })
    return ok({
      has: (id) => ids.has(id),
      withSubject: (subject) => subjects.get(subject) ?? [],
      withNumber: (number) => numbers.get(number) ?? [],
      between: (start, end) => times.filter(({ at }) => at >= start && at <= end).map(({ id }) => id),
    })
  })
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
