import { ok, safeTry, type RepoPath } from '@chronicle/schema'
import { checkAborted } from '../../failure.ts'
import { signal, type Signal } from '../signal.ts'

/** Number of files whose imports are resolved at a time. */
const BATCH = 256

/** Scores files by the number of files that import them, as a share of the highest number, from 0 to 1. */
export const structuralCentralitySignal: Signal = signal('structural_centrality', ({ snapshot, imports, call }) =>
  safeTry(async function* () {
    const paths = snapshot.files.map(({ path }) => path)
    const importers = new Map<RepoPath, number>()
    let most = 0
    for (let from = 0; from < paths.length; from += BATCH) {
      yield* checkAborted(call.signal)
      const edges = yield* imports.importsOf(paths.slice(from, from + BATCH), call)
      for (const target of [...edges.values()].flat()) {
        if (snapshot.file(target) === undefined) continue
        const count = (importers.get(target) ?? 0) + 1
        importers.set(target, count)
        most = Math.max(most, count)
      }
    }
    return ok(new Map([...importers].map(([path, count]) => [path, count / most])))
  }),
)
