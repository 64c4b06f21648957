import { groupBy, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit, TimePosition } from '../../contracts/annotation-index.ts'
import type { GitError } from '../../contracts/git-backend.ts'
import { orderByTime } from '../../history/order-by-time.ts'
import type { ReadContext } from '../../read/read-context.ts'

/** Maximum number of commits of one second that are ordered by ancestry; more are ordered by id. */
const MAX_OF_ONE_SECOND = 1000

/** Orders commits that are sorted newest first. A rebase makes many in one second, which have no order by time. */
export interface Seconds {
  /** Yields the commits in parts of about `size`, none of which ends within a second. */
  parts(commits: readonly AnnotatedCommit[], size: number): Iterable<readonly AnnotatedCommit[]>
  /** Sorts those of one second descendants first. */
  order(commits: readonly AnnotatedCommit[]): ResultAsync<readonly AnnotatedCommit[], GitError>
  /** Returns the commits after a position; they begin within its second. */
  after(position: TimePosition): ResultAsync<readonly AnnotatedCommit[], GitError>
}

/** Counts the commits of each second of a list. */
export function createSeconds(
  commits: readonly AnnotatedCommit[],
  { call, git }: Pick<ReadContext, 'call' | 'git'>,
): Seconds {
  const bySecond = groupBy(commits, ({ committedAt }) => committedAt)
  const isOrdered = (time: number | undefined): time is number =>
    time !== undefined && (bySecond.get(time)?.length ?? 0) <= MAX_OF_ONE_SECOND
  const rank = (tied: readonly TimePosition[]): ResultAsync<ReadonlyMap<CommitId, number>, GitError> => {
    const times = new Map(tied.map(({ commit, committedAt = 0 }) => [commit, committedAt]))
    return orderByTime(git, times, call).map((ids) => new Map(ids.map((id, position) => [id, position])))
  }
  return {
    *parts(list, size) {
      for (let from = 0, end = 0; from < list.length; from = end) {
        end = Math.min(from + size, list.length)
        const time = list[end - 1]?.committedAt
        while (isOrdered(time) && end < list.length && list[end]?.committedAt === time) end++
        yield list.slice(from, end)
      }
    },
    order: (list) =>
      safeTry(async function* () {
        const isTied = (time: number | undefined): boolean => isOrdered(time) && (bySecond.get(time)?.length ?? 0) > 1
        const times = new Set(list.map(({ committedAt }) => committedAt).filter(isTied))
        if (times.size === 0) return ok(list)
        // The whole second, not only its listed commits, so that each page has the same order.
        const ranks = yield* rank([...times].flatMap((time) => bySecond.get(time) ?? []))
        const rankOf = ({ commit }: AnnotatedCommit): number => ranks.get(commit) ?? 0
        return ok(
          list.toSorted((a, b) => {
            return (b.committedAt ?? -1) - (a.committedAt ?? -1) || rankOf(b) - rankOf(a)
          }),
        )
      }),
    after: (position) =>
      safeTry(async function* () {
        const same = bySecond.get(position.committedAt) ?? []
        const older = commits.slice(same.length)
        if (!isOrdered(position.committedAt)) {
          return ok([...same.filter(({ commit }) => commit > position.commit), ...older])
        }
        const ranks = yield* same.length === 0 ? ok(new Map<CommitId, number>()) : await rank([...same, position])
        const last = ranks.get(position.commit) ?? 0
        return ok([...same.filter(({ commit }) => (ranks.get(commit) ?? 0) < last), ...older])
      }),
  }
}
