import {
  isFolderPath,
  ok,
  safeTry,
  type CommitId,
  type LineRange,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileChange, GitBackend, GitError } from '../contracts/git-backend.ts'
import { countLines, toSpan, withinSpan } from '../history/line-spans.ts'
import { isRuleOnly } from './region-values.ts'

/**
 * Finds the regions about lines that their commit changed. Others may be about unrelated code, as later notes on a
 * commit can be. A rule without a reason is about its code, so it counts only if the commit wrote most of that. Returns
 * `undefined` if the changes of the commit are unknown.
 */
export function findChangedRegions(
  commit: CommitId,
  regions: readonly Region[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<readonly Region[] | undefined, GitError> {
  return safeTry(async function* () {
    const commits = yield* git.readCommits([commit], call)
    const known = commits.get(commit)
    if (known === undefined || git.diff === undefined) return ok(undefined)
    const [parent] = known.parents
    const from = parent === undefined ? 'EMPTY' : { commit: parent }
    const changes = yield* git.diff({ from, to: { commit } }, call)
    return ok(regions.filter((region) => isChanged(region, changes)))
  })
}

function isChanged(region: Region, changes: readonly FileChange[]): boolean {
  const { file, lines } = region
  // The region is about the commit as a whole.
  if (file === undefined) return true
  if (isFolderPath(file)) return false
  const change = changes.find(({ newPath, oldPath }) => newPath === file || oldPath === file)
  if (change === undefined) return false
  if (isRuleOnly(region)) return change.status === 'added' || (lines !== undefined && isMostlyWritten(lines, change))
  if (lines === undefined || change.newPath === undefined) return true
  return change.hunks.some(({ new: { start, count } }) =>
    // For removed lines, `start` is the line before them.
    count === 0 ? lines.start <= start && start < lines.end : start <= lines.end && lines.start < start + count,
  )
}

function isMostlyWritten(lines: LineRange, { hunks }: FileChange): boolean {
  const written = hunks.map(({ new: { start, count } }) => ({ start: start - 1, end: start - 1 + count }))
  return 2 * countLines(withinSpan(written, toSpan(lines))) > lines.end - lines.start + 1
}
