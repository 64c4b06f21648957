import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { changedLines, comparedForm, type LineCounts } from './changed-lines.ts'
import type { CommitPair } from './compare-changes.ts'

/**
 * Returns the pairs that change a file in common, or else a line in common, because a file may have another name on
 * each branch. A pair is also returned if one of its commits has no lines to compare, as a rename or a binary file, or
 * if the backend cannot tell.
 */
export function pairsWithSharedChange(
  pairs: readonly CommitPair[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlySet<CommitPair>, GitError> {
  return safeTry(async function* () {
    if (pairs.length === 0 || git.changedPaths === undefined) return ok(new Set(pairs))
    const paths = yield* git.changedPaths(commitsOf(pairs), call)
    const hasSharedPath = ({ lost, commit }: CommitPair): boolean => {
      const others = new Set(paths.get(commit))
      return (paths.get(lost) ?? []).some((path) => others.has(path))
    }
    const open = pairs.filter((pair) => !hasSharedPath(pair))
    const lines = yield* await changedLines(commitsOf(open), git, call)
    const apart = open.filter(({ lost, commit }) => {
      const [own, other] = [lines.get(lost), lines.get(commit)]
      if (own === undefined || other === undefined) return false
      const form = comparedForm(own, other)
      const [texts, others] = [textsOf(own[form]), textsOf(other[form])]
      return texts.size > 0 && others.size > 0 && ![...texts].some((text) => others.has(text))
    })
    const isApart = new Set(apart)
    return ok(new Set(pairs.filter((pair) => !isApart.has(pair))))
  })
}

function commitsOf(pairs: readonly CommitPair[]): readonly CommitId[] {
  return [...new Set(pairs.flatMap(({ lost, commit }) => [lost, commit]))]
}

/** Returns the changed lines without their files. */
function textsOf(lines: LineCounts): ReadonlySet<string> {
  return new Set([...lines.keys()].map((key) => `${key.slice(0, 1)}${key.slice(key.indexOf('\0'))}`))
}
