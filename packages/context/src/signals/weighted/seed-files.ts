import type { RepoPath, ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { namedFiles } from '../explicit-paths.ts'
import { signal, type Signal, type SignalContext } from '../signal.ts'
import { symbolNames } from './symbol-names.ts'
import { memoizeWeakly } from '../../memoize.ts'

/** Maximum number of files that define a name. A more common name identifies none of them. */
const MAX_DEFINERS = 3
/** Maximum number of symbol names to use. A task with more is a listing or a log, and only its first names count. */
const MAX_HINTS = 100

/** Name of the seed list among the scores of signals. */
export const SEED_LIST = 'seed'

/** Scores 1 for each file that the task mentions, by its path or by a symbol that it defines. */
export const seedFilesSignal: Signal = signal(SEED_LIST, (context) =>
  seedFiles(context).map((seeds) => new Map(Array.from(seeds, (path) => [path, 1]))),
)

/** Returns the files that the task mentions, by path or by a symbol that they define. */
export const seedFiles: (context: SignalContext) => ResultAsync<ReadonlySet<RepoPath>, ContextError> =
  memoizeWeakly(findSeeds)

function findSeeds({ query, snapshot, call }: SignalContext): ResultAsync<ReadonlySet<RepoPath>, ContextError> {
  return symbolNames(snapshot, call).map((symbols) => {
    const seeds = new Set(namedFiles(query, snapshot).keys())
    const definers = new Map(query.symbol_hints.slice(0, MAX_HINTS).map((hint) => [hint, new Set<RepoPath>()]))
    for (const [path, names] of symbols) {
      if (snapshot.file(path)?.class !== 'source') continue
      for (const name of names) definers.get(name)?.add(path)
    }
    for (const paths of definers.values()) if (paths.size <= MAX_DEFINERS) for (const path of paths) seeds.add(path)
    return seeds
  })
}
