import { ok, safeTry, type RepoPath } from '@chronicle/schema'
import { signal, type Signal } from '../signal.ts'
import { seedFiles } from './seed-files.ts'

/** Scores of files that are one, two and three steps away. */
const BY_STEPS = [1, 0.5, 0.25] as const
/** Maximum number of files to expand in one step. A larger frontier would be most of the repository. */
const MAX_FRONTIER = 200

/**
 * Scores files by the number of imports, in either direction, to the nearest seed: the fewer, the higher, from 0 to 1.
 * Seeds themselves get no score.
 */
export const dependencyProximitySignal: Signal = signal('dependency_proximity', (context) =>
  safeTry(async function* () {
    const { imports, call } = context
    const seeds = yield* seedFiles(context)
    const scores = new Map<RepoPath, number>()
    let frontier = [...seeds]
    for (const score of BY_STEPS) {
      if (frontier.length === 0) break
      const next: RepoPath[] = []
      const from = frontier.slice(0, MAX_FRONTIER)
      for (const edges of [yield* imports.importsOf(from, call), yield* imports.importersOf(from, call)]) {
        for (const other of [...edges.values()].flat()) {
          if (seeds.has(other) || scores.has(other) || context.snapshot.file(other) === undefined) continue
          scores.set(other, score)
          next.push(other)
        }
      }
      frontier = next
    }
    return ok(scores)
  }),
)
