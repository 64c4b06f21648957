import type { CallOptions } from '@chronicle/core/contracts'
import { ok, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { guarded } from '../../failure.ts'
import type { KnowledgeSnapshot } from '../../knowledge/knowledge-snapshot.ts'
import { ownName } from '../../words/own-name.ts'

/** Files whose facts are in memory at a time. */
const BATCH = 256
/** Position of the first length of a symbol in the lengths of a file. */
const FIRST_SYMBOL = 3

type SymbolNames = ResultAsync<ReadonlyMap<RepoPath, readonly string[]>, ContextError>

const computed = new WeakMap<KnowledgeSnapshot, SymbolNames>()

/** Returns the own names of the symbols of each file, without what they are part of. Files without symbols are left out. */
export function symbolNames(snapshot: KnowledgeSnapshot, call: CallOptions): SymbolNames {
  let names = computed.get(snapshot)
  if (names === undefined) {
    names = readNames(snapshot, call)
    computed.set(snapshot, names)
    // A reading that failed is tried again by the next one who asks.
    void names.mapErr(() => computed.delete(snapshot))
  }
  return names
}

function readNames(snapshot: KnowledgeSnapshot, call: CallOptions): SymbolNames {
  return guarded(async function* () {
    const paths = snapshot.files.filter(({ lengths }) => lengths.length > FIRST_SYMBOL).map(({ path }) => path)
    const names = new Map<RepoPath, readonly string[]>()
    for (let from = 0; from < paths.length; from += BATCH) {
      for (const [path, { symbols }] of yield* snapshot.facts(paths.slice(from, from + BATCH), call))
        names.set(path, [...new Set(symbols.map(({ name }) => ownName(name)))])
    }
    return ok(names)
  })
}
