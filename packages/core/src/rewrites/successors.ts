import type { CommitId } from '@chronicle/schema'
import type { SuccessorOf } from './carried-annotation.ts'
import type { Rewrite } from './rewrite.ts'

/** Minimum number of digits of an abbreviated id. */
const MIN_DIGITS = 7

/**
 * Creates a function that returns the successor of a commit, over any number of rewrites. Copies do not replace their
 * sources. For a split commit, it returns the last part.
 */
export function createSuccessorOf(rewrites: readonly Rewrite[]): SuccessorOf {
  const next = new Map<string, CommitId>()
  for (const { from, to, operation } of rewrites) {
    if (operation === 'copy') continue
    for (const commit of from) if (commit !== to) next.set(commit, to)
  }
  const ids = [...next.keys()].sort()
  const fullId = (commit: string): string | undefined => {
    if (next.has(commit)) return commit
    if (commit.length < MIN_DIGITS || !/^[0-9a-f]+$/u.test(commit)) return undefined
    const position = firstAtLeast(ids, commit)
    const [found, other] = [ids[position], ids[position + 1]]
    return found?.startsWith(commit) === true && other?.startsWith(commit) !== true ? found : undefined
  }
  return (commit) => {
    const seen = new Set<string>()
    let found: CommitId | undefined
    for (let at = fullId(commit); at !== undefined && !seen.has(at);) {
      seen.add(at)
      const to = next.get(at)
      found = to ?? found
      at = to
    }
    return found
  }
}

function firstAtLeast(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
