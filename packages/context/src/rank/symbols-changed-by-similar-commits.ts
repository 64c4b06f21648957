import type { CommitId, ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { SimilarCommit } from '../signals/past-commits.ts'
import type { SignalContext } from '../signals/signal.ts'
import type { SymbolSource } from './symbol-source.ts'

/** Maximum number of commits whose changes are read, most similar first. */
const MAX_COMMITS = 10
/** Maximum number of files whose changes are examined, best first. */
const MAX_FILES = 30
/** Minimum similarity of a commit, as a share of that of the most similar commit. */
const MIN_SIMILARITY = 0.3

/**
 * Returns how strongly similar past commits changed each symbol, from 0 to 1, by `path\0name`. A commit changes the
 * units that enclose its changed lines after the commit, matched by name.
 */
export function symbolsChangedBySimilarCommits(
  { snapshot, call }: SignalContext,
  similar: readonly SimilarCommit[],
  files: readonly SymbolSource[],
): ResultAsync<ReadonlyMap<string, number>, ContextError> {
  const known = new Map(files.slice(0, MAX_FILES).map(({ path, facts }) => [path, facts]))
  const chosen = similar
    .filter(({ similarity, files: changed }) => similarity >= MIN_SIMILARITY && changed.some((path) => known.has(path)))
    .slice(0, MAX_COMMITS)
  const ids = chosen.map(({ id }) => id as CommitId)
  return snapshot.commits.changes(ids, known, call).map((changes) => {
    const shares = new Map<string, number>()
    for (const { id, similarity } of chosen) {
      for (const { path, names } of changes.get(id) ?? []) {
        for (const name of names) {
          const key = `${path}\0${name}`
          shares.set(key, Math.min(1, (shares.get(key) ?? 0) + similarity ** 2))
        }
      }
    }
    return shares
  })
}
