import { createSingleFlight, type CallOptions, type SingleFlight } from '@chronicle/core/contracts'
import { ok, okAsync, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { catchDefectsOf } from '../../failure.ts'
import { FIRST_SYMBOL } from '../../knowledge/indexed-file.ts'
import type { KnowledgeSnapshot } from '../../knowledge/knowledge-snapshot.ts'
import { ownName } from '../../words/own-name.ts'

/** Maximum number of files whose facts are in memory. */
const BATCH = 256

/** The unqualified names of symbols, by file. */
type SymbolNames = ReadonlyMap<RepoPath, readonly string[]>

const known = new WeakMap<KnowledgeSnapshot, SymbolNames>()
const flights = new WeakMap<KnowledgeSnapshot, SingleFlight<SymbolNames, ContextError>>()

/** Returns the unqualified names of each file's symbols. Files without symbols are omitted. */
export function symbolNames(snapshot: KnowledgeSnapshot, call: CallOptions): ResultAsync<SymbolNames, ContextError> {
  const names = known.get(snapshot)
  if (names !== undefined) return okAsync(names)
  const share = flights.get(snapshot) ?? createSingleFlight<SymbolNames, ContextError>()
  flights.set(snapshot, share)
  return share('', call, (all) => readNames(snapshot, all).andTee((read) => known.set(snapshot, read)))
}

function readNames(snapshot: KnowledgeSnapshot, call: CallOptions): ResultAsync<SymbolNames, ContextError> {
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
