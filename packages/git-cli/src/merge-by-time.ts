import type { FileRevision } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'

/** The revisions of a file under one of its names, newest first. */
export interface RevisionsOfName {
  readonly revisions: readonly FileRevision[]
  /** The commits that renamed the file from this name. Contains `undefined` if it is the requested name. */
  readonly after: ReadonlySet<CommitId | undefined>
}

/**
 * Merges the revisions under several names, newest first. Each list keeps its order and starts only after one of the
 * renames that lead to it, even if clocks ran backwards.
 */
export function mergeByTime(names: readonly RevisionsOfName[]): readonly FileRevision[] {
  const merged: FileRevision[] = []
  const reached = new Set<CommitId | undefined>([undefined])
  const positions = names.map(() => 0)
  for (;;) {
    let best: FileRevision | undefined
    let bestIndex = 0
    for (const [index, { revisions, after }] of names.entries()) {
      const head = revisions[positions[index] ?? 0]
      if (head === undefined || (best !== undefined && head.committedAt <= best.committedAt)) continue
      if (![...after].some((commit) => reached.has(commit))) continue
      best = head
      bestIndex = index
    }
    if (best === undefined) return merged
    merged.push(best)
    reached.add(best.commit)
    positions[bestIndex] = (positions[bestIndex] ?? 0) + 1
  }
}
