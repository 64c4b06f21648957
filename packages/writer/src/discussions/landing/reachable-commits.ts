import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import {
  logFailure,
  type CallOptions,
  type CommitSummary,
  type GitBackend,
  type GitError,
} from '@chronicle/core/contracts'

/** The commits that lead to a state, by what a change may be known by. */
export interface ReachableCommits {
  has(id: CommitId): boolean
  /** Commits with this subject, the newest first. */
  withSubject(subject: string): readonly CommitId[]
  /** Commits whose subject ends in `(#12)` or says that pull request 12 was merged. */
  withNumber(number: number): readonly CommitSummary[]
  /** Commits that were made between two times, both included, in seconds since the epoch. */
  between(from: number, to: number): readonly CommitId[]
}

/** `Title (#12)` of a squash; `Merge pull request #12 from …` of a merge. A revert has the number in quotes. */
const NUMBERED = /^Merge pull request #(\d+)\b|\(#(\d+)\)$/

/** Reads the history of a commit once. Its cost is that of `git log`. */
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
    try {
      for await (const commit of git.log({ from }, call)) {
        ids.add(commit.id)
        times.push({ id: commit.id, at: commit.committedAt })
        add(subjects, commit.subject, commit.id)
        const [, merged, squashed] = NUMBERED.exec(commit.subject) ?? []
        const number = Number(merged ?? squashed ?? Number.NaN)
        if (!Number.isNaN(number)) add(numbers, number, commit)
      }
    } catch (thrown) {
      return logFailure(thrown)
    }
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
