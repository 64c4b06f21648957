import { ok, safeTry, type RepoPath } from '@chronicle/schema'
import { coChanges } from '../../knowledge/co-changes.ts'
import { signal, type Signal } from '../signal.ts'
import { seedFiles } from './seed-files.ts'

/** Scores files by how often they changed together with a seed, as a share of the highest count, from 0 to 1. */
export const cochangeAffinitySignal: Signal = signal('cochange_affinity', (context) =>
  safeTry(async function* () {
    const { snapshot, call } = context
    const seeds = yield* seedFiles(context)
    const counts = new Map<RepoPath, number>()
    for (const { files } of (yield* coChanges(snapshot, [...seeds], call)).values()) {
      for (const [path, { count }] of files)
        if (!seeds.has(path)) counts.set(path, Math.max(counts.get(path) ?? 0, count))
    }
    let most = 0
    for (const count of counts.values()) most = Math.max(most, count)
    return ok(new Map([...counts].map(([path, count]) => [path, count / most])))
  }),
)
