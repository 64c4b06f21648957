import { ok, safeTry, type CommitId, type HistoryReason, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Commit, GitBackend, GitError } from '../contracts/git-backend.ts'
import { splitSentences } from '../prose/split-sentences.ts'

/** Maximum number of commits of a merged branch: of a longer one, the merge says what its commits do not. */
const MAX_BRANCH = 3

/**
 * Omits one of two reasons where a merge and the only quoted commit of its short branch say the same change in one
 * sentence each way: the title of a pull request and the subject of its commit. Keeps the longer one.
 */
export function withoutMergedTwice<R extends { readonly reason: HistoryReason }>(
  reasons: readonly R[],
  commits: ReadonlyMap<CommitId, Commit>,
  git: Pick<GitBackend, 'history' | 'readCommits'>,
  call?: CallOptions,
): ResultAsync<readonly R[], GitError> {
  return safeTry(async function* () {
    const known = new Map(commits)
    const quoted = new Map(reasons.map(({ reason }) => [reason.commit, reason]))
    const merges = reasons.flatMap(({ reason }) => {
      const { parents: [main, branch] = [] } = commits.get(reason.commit as CommitId) ?? {}
      return main === undefined || branch === undefined ? [] : [{ reason, main, branch }]
    })
    if (merges.length === 0 || git.history === undefined) return ok(reasons)
    // Each round reads the next commit of every branch.
    let ends = merges.map(({ branch }) => branch)
    for (let round = 1; round < MAX_BRANCH && ends.length > 0; round++) {
      const missing = ends.filter((id) => !known.has(id))
      for (const [id, commit] of yield* missing.length === 0
        ? ok(new Map<CommitId, Commit>())
        : await git.readCommits(missing, call))
        known.set(id, commit)
      ends = ends.flatMap((id) => known.get(id)?.parents.slice(0, 1) ?? [])
    }
    const omitted = new Set<string>()
    for (const { branch, main, reason } of merges) {
      if (!isQuoted(branch, known, quoted)) continue
      const own = yield* await git.history({ from: branch, exclude: [main] }, call)
      if (own.length > MAX_BRANCH) continue
      const [only, ...others] = own.flatMap(({ id }) => quoted.get(id) ?? [])
      if (only === undefined || others.length > 0) continue
      const [shorter] = [reason, only].sort((a, b) => wordsOf(a).length - wordsOf(b).length)
      if (shorter !== undefined && splitSentences(wordsOf(shorter)).length === 1) omitted.add(shorter.commit)
    }
    return ok(reasons.filter(({ reason }) => !omitted.has(reason.commit)))
  })
}

/** Whether one of the newest commits of a branch is quoted, so that its commits are worth listing. */
function isQuoted(
  tip: CommitId,
  commits: ReadonlyMap<CommitId, Commit>,
  quoted: ReadonlyMap<string, HistoryReason>,
): boolean {
  let id: CommitId | undefined = tip
  for (let count = 0; id !== undefined && count < MAX_BRANCH; count++) {
    if (quoted.has(id)) return true
    id = commits.get(id)?.parents[0]
  }
  return false
}

/** Returns what a reason says; the subject of a merge only names its branch. */
function wordsOf({ passages, summary = '' }: HistoryReason): string {
  const subject = summary.startsWith('Merge ') && passages.length > 0 ? [] : [summary]
  return [...subject, ...passages.map(({ text }) => text)].join('\n').trim()
}
