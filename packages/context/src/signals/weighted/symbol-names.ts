import type { CallOptions } from '@chronicle/core/contracts'
import { ok, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { catchDefectsOf } from '../../failure.ts'
import { FIRST_SYMBOL } from '../../knowledge/indexed-file.ts'
import type { KnowledgeSnapshot } from '../../knowledge/knowledge-snapshot.ts'
import { ownName } from '../../words/own-name.ts'

/** Maximum number of files whose facts are in memory. */
const BATCH = 256

type SymbolNames = ResultAsync<ReadonlyMap<RepoPath, readonly string[]>, ContextError>

const computed = new WeakMap<KnowledgeSnapshot, SymbolNames>()

/** Returns the unqualified names of each file's symbols. Files without symbols are omitted. */
export function symbolNames(snapshot: KnowledgeSnapshot, call: CallOptions): SymbolNames {
  let names = computed.get(snapshot)
  if (names === undefined) {
    names = readNames(snapshot, call)
    computed.set(snapshot, names)
    // The next caller retries a failed read.
    void names.mapErr(() => computed.delete(snapshot))
  }
  return names
}

function readNames(snapshot: KnowledgeSnapshot, call: CallOptions): SymbolNames {
  return catchDefectsOf(async function* () {
    const paths = snapshot.files.filter(({ lengths }) => lengths.length > FIRST_SYMBOL).map(({ path }) => path)
    const names = new Map<RepoPath, readonly string[]>()
    for (let from = 0; from < paths.length; from += BATCH) {
      for (const [path, { symbols }] of yield* snapshot.facts(paths.slice(from, from + BATCH), call))
        names.set(path, [...new Set(symbols.map(({ name }) => ownName(name)))])
    }
    return ok(names)
  })
}
