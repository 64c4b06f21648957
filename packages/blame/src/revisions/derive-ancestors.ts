import { valueOrThrow, type Ancestor, type AncestorsRequest } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import { CommitQueue } from '../commit-queue.ts'
import type { CommitNode, ObjectReader } from '../object-reader.ts'

/** Derives `GitBackend.ancestors` from commits alone. */
export async function* deriveAncestors(reader: ObjectReader, { from }: AncestorsRequest): AsyncGenerator<Ancestor> {
  const queue = new CommitQueue<CommitNode>()
  const seen = new Set<CommitId>()
  let next: readonly CommitId[] = [from]
  for (;;) {
    const unseen = next.filter((id) => !seen.has(id))
    for (const id of unseen) seen.add(id)
    if (reader.isAborted()) return
    const commits = await reader.commits([...new Set(unseen)])
    if (reader.isAborted()) return
    for (const commit of valueOrThrow(commits)) queue.push(commit)
    const newest = queue.pop()
    if (newest === undefined) return
    yield { id: newest.id, committedAt: newest.time }
    next = newest.parents
  }
}
