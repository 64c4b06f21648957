import { ok, safeTry, type RepoPath } from '@chronicle/schema'
import { seedsOf } from './co-changed.ts'
import { signal, type Signal } from './signal.ts'

/**
 * Scores files that import the best files of the earlier lists or are imported by them. The more neighbours a file has,
 * the less each counts.
 */
export const importNeighboursSignal: Signal = signal('import_neighbours', ({ imports, call }, lists) =>
  safeTry(async function* () {
    const seeds = seedsOf(lists)
    const paths = [...seeds.keys()]
    const scores = new Map<RepoPath, number>()
    for (const neighbours of [yield* imports.importsOf(paths, call), yield* imports.importersOf(paths, call)]) {
      for (const [path, others] of neighbours) {
        const share = (seeds.get(path) ?? 0) / Math.sqrt(1 + others.length)
        for (const other of others) scores.set(other, (scores.get(other) ?? 0) + share)
      }
    }
    return ok(scores)
  }),
)
