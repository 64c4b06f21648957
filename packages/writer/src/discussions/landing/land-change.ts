import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, Commit, GitBackend, GitError, MergedChange, ProposedCommit } from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import type { ReachableCommits } from './reachable-commits.ts'

/** The commits that a change became when it was merged. */
export interface LandedChange {
  readonly how: 'merge' | 'squash' | 'rebase' | 'fast_forward'
  /** The commit with the files' state after the change. */
  readonly tip: CommitId
  /** The commits that wrote it, oldest first, without commits that only join branches. */
  readonly commits: readonly CommitId[]
  /** The commit that represents the change as a whole. Absent if it is one of several; the caller decides which. */
  readonly whole?: CommitId
  /** Number of proposed commits that were not found. */
  readonly missing: number
}

/** Dependencies of `landChange`. */
export interface LandingServices {
  readonly git: GitBackend
  /**
   * Reads the reachable commits. Called only when needed: most changes are found by the ids that their host recorded.
   */
  readonly reachable: () => ResultAsync<ReachableCommits, GitError>
}

/** Maximum number of commits in a merged branch; a longer one is not a single change. */
const MAX_BRANCH = 1000
/** Maximum time between a change's merge and a commit with its number, in seconds. */
const SAME_MERGE = 2 * 24 * 60 * 60

/**
 * Finds the commits that a change became, in three ways: by the ids that its host recorded; for a rebase, by message
 * and author date, which a rebase keeps; or by the number in a subject, if exactly one commit of that time has it.
 * `undefined`: not found. It never guesses.
 */
export function landChange(
  { git, reachable }: LandingServices,
  change: MergedChange,
  proposed: readonly ProposedCommit[],
  call: CallOptions,
): ResultAsync<LandedChange | undefined, GitError> {
  return safeTry(async function* () {
    const named = [change.mergeCommit, change.squashCommit, change.headCommit, ...proposed.map(({ id }) => id)]
    const read = yield* git.readCommits([...new Set(named.filter((id) => id !== undefined))] as CommitId[], call)
    const known = (id: string | undefined): Commit | undefined => read.get(id as CommitId)
    const squash = known(change.squashCommit)
    if (squash !== undefined) return ok(single(squash.id, 'squash'))
    const merge = known(change.mergeCommit)
    if (merge !== undefined) return landAt(git, merge, proposed, change, call)
    const all = yield* reachable()
    // When a host fast-forwards the branch to the proposed commits, it records no merge.
    const forwarded = proposed.flatMap(({ id }) => known(id)?.id ?? []).filter((id) => all.has(id))
    if (forwarded.length > 0) return ok(several(forwarded, 'fast_forward', proposed.length))
    const head = known(change.headCommit)
    if (head !== undefined && all.has(head.id)) return ok(single(head.id, 'fast_forward'))
    const rebased = yield* findRebased(git, proposed, all, call)
    if (rebased.length > 0) return ok(several(rebased, 'rebase', proposed.length))
    const numbered = yield* findNumbered(git, change, all, call)
    return numbered === undefined ? ok(undefined) : landAt(git, numbered, proposed, change, call)
  })
}

/** Returns the commits of a change that ended in a known commit. */
function landAt(
  git: GitBackend,
  end: Commit,
  proposed: readonly ProposedCommit[],
  { headCommit }: MergedChange,
  call: CallOptions,
): ResultAsync<LandedChange, GitError> {
  return safeTry(async function* () {
    const [base, ...branches] = end.parents
    if (base !== undefined && branches.length > 0) {
      const commits = await branchCommits(git, branches, base, call)
      return commits.map((ids): LandedChange => {
        const [only] = ids
        // A branch with one commit is the change itself. With several commits, the merge represents the change.
        const whole = ids.length === 1 && only !== undefined ? only : end.id
        return { how: 'merge', tip: end.id, commits: ids, whole, missing: 0 }
      })
    }
    if (headCommit === end.id || proposed.some(({ id }) => id === end.id)) {
      const read = await git.readCommits(
        proposed.map(({ id }) => id as CommitId),
        call,
      )
      return read.map((known) => {
        const ids = proposed.map(({ id }) => id as CommitId).filter((id) => known.has(id))
        return several(ids.length === 0 ? [end.id] : ids, 'fast_forward', Math.max(1, proposed.length))
      })
    }
    const rebased = yield* rebasedRun(git, end, proposed, call)
    return ok(rebased.length > 0 ? several(rebased, 'rebase', proposed.length) : single(end.id, 'squash'))
  })
}

function branchCommits(
  git: GitBackend,
  branches: readonly CommitId[],
  base: CommitId,
  call: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    if (git.history === undefined) return ok([])
    const ids = new Set<CommitId>()
    for (const from of branches) {
      for (const { id, parents } of yield* git.history({ from, exclude: [base] }, call))
        if (parents.length < 2) ids.add(id)
    }
    return ok([...ids].slice(-MAX_BRANCH))
  })
}

/** Returns the run of commits up to `end` that are rebased proposed commits. Empty if there are none. */
function rebasedRun(
  git: GitBackend,
  end: Commit,
  proposed: readonly ProposedCommit[],
  call: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    const left = [...proposed]
    const run: CommitId[] = []
    for (let commit: Commit | undefined = end; commit !== undefined && left.length > 0;) {
      const current: Commit = commit
      const at = left.findLastIndex((each) => isSameCommit(each, current))
      if (at === -1) break
      // Git drops commits that the base already contains, so some in between may be missing.
      left.splice(at)
      run.unshift(current.id)
      const [parent] = current.parents
      if (parent === undefined || current.parents.length > 1) break
      const read = yield* git.readCommits([parent], call)
      commit = read.get(parent)
    }
    return ok(run)
  })
}

/**
 * Returns the current commit of each proposed commit, in order. Commits found not at all or more than once are left
 * out.
 */
function findRebased(
  git: GitBackend,
  proposed: readonly ProposedCommit[],
  all: ReachableCommits,
  call: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    const found: CommitId[] = []
    for (const each of proposed) {
      const candidates = all.withSubject(comparableSubject(each.message))
      if (candidates.length === 0 || each.authoredAt === undefined) continue
      const read = yield* git.readCommits(candidates, call)
      const same = [...read.values()].filter((commit) => isSameCommit(each, commit))
      const [only] = same
      if (only !== undefined && same.length === 1) found.push(only.id)
    }
    return ok(found)
  })
}

/** Returns the only commit with the number of a change that was made around its merge. */
function findNumbered(
  git: GitBackend,
  { number, label, mergedAt, url }: MergedChange,
  all: ReachableCommits,
  call: CallOptions,
): ResultAsync<Commit | undefined, GitError> {
  return safeTry(async function* () {
    const near = new Set(all.between(mergedAt - SAME_MERGE, mergedAt + SAME_MERGE))
    const ids = label.startsWith('!')
      ? [...near]
      : all.withNumber(number).flatMap(({ id }) => (near.has(id) ? [id] : []))
    const read = yield* git.readCommits(ids, call)
    const path = new URL(url).pathname.replace(/\/(?:-\/)?(?:merge_requests|pull)\/\d+$/, '').slice(1)
    // GitLab adds `See merge request group/name!12` to the message of a merge.
    const found = [...read.values()].filter(
      ({ message }) =>
        !label.startsWith('!') || message.split('\n').some((line) => line === `See merge request ${path}${label}`),
    )
    return ok(found.length === 1 ? found[0] : undefined)
  })
}

function isSameCommit({ message, authoredAt }: ProposedCommit, commit: Commit): boolean {
  if (authoredAt === undefined) return message.trim() === commit.message.trim()
  // Merge tools add trailers, so only subjects are compared.
  return authoredAt === commit.author.time && comparableSubject(message) === comparableSubject(commit.message)
}

function comparableSubject(message: string): string {
  return subjectOf(message)
}

function single(id: CommitId, how: LandedChange['how']): LandedChange {
  return { how, tip: id, commits: [id], whole: id, missing: 0 }
}

function several(ids: readonly CommitId[], how: LandedChange['how'], proposed: number): LandedChange {
  const tip = ids.at(-1) as CommitId
  return {
    ...{ how, tip, commits: ids, missing: Math.max(0, proposed - ids.length) },
    ...(ids.length === 1 && { whole: tip }),
  }
}
