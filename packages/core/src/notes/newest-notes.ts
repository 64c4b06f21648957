import type { AnnotatedCommit } from '../contracts/annotation-index.ts'

/** Returns the notes of the most recent commits, without duplicates. */
export function newestNotes(refs: readonly AnnotatedCommit[], limit: number): readonly AnnotatedCommit[] {
  const distinct = [...new Map(refs.map((ref) => [ref.commit, ref])).values()]
  if (distinct.length <= limit) return distinct
  return distinct.sort((a, b) => (b.committedAt ?? 0) - (a.committedAt ?? 0)).slice(0, limit)
}
