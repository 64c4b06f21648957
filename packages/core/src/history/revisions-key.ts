import { hashIds } from '../cache/hash-text.ts'
import type { FileRevision } from '../contracts/git-backend.ts'

const revisionsKeys = new WeakMap<readonly FileRevision[], string>()

/** Returns a short key for the history of a file. */
export function revisionsKey(revisions: readonly FileRevision[]): string {
  const known = revisionsKeys.get(revisions) ?? hashIds(revisions.map(({ commit }) => commit))
  revisionsKeys.set(revisions, known)
  return known
}
