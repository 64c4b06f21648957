import type { RepoPath, ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { namedFiles } from '../explicit-paths.ts'
import { signal, type Signal, type SignalContext } from '../signal.ts'
import { symbolNames } from './symbol-names.ts'
import { rememberingWeakly } from '../../remembering.ts'

/** A name that more files define points at none of them. */
const MAX_DEFINERS = 3
/** A task that names more symbols is a listing or a log; its first names are taken. */
const MAX_HINTS = 100

/** Name of the list of seeds among the scores of signals. */
export const SEED_LIST = 'seed'

/** Files that the task mentions, by their path or by a symbol that they define: 1 each. */
export const seedFilesSignal: Signal = signal(SEED_LIST, (context) =>
  seedFiles(context).map((seeds) => new Map(Array.from(seeds, (path) => [path, 1]))),
)

/** Returns the files that the task mentions, by their path or by a symbol that they define. */
export const seedFiles: (context: SignalContext) => ResultAsync<ReadonlySet<RepoPath>, ContextError> =
  rememberingWeakly(findSeeds)

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
