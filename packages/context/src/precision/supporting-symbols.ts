import type { AstUnitType } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import type { FileFacts, SymbolFacts } from '../facts/file-facts.ts'
import { memoize } from '../memoize.ts'
import { ownName } from '../words/own-name.ts'

/** A symbol that a primary one uses. */
export interface SupportingSymbol {
  readonly path: RepoPath
  readonly index: number
  readonly tier: 'supporting' | 'type_context'
}

/** A symbol whose references are resolved. */
export interface PrimarySymbol {
  readonly path: RepoPath
  readonly index: number
}

const TYPES: ReadonlySet<AstUnitType> = new Set([
  ...(['class', 'struct', 'enum', 'union', 'trait', 'interface', 'protocol', 'type', 'object'] as const),
])
/** Maximum number of files that define a name. A more common name identifies none of them. */
const MAX_DEFINERS = 3

/**
 * Finds the symbols that primary symbols call, inherit from and name as types: in their own file, then in the files
 * that it imports. Returns them in the order of the primary symbols and their references, without duplicates and
 * without primary symbols.
 */
export function supportingSymbols(
  primary: readonly PrimarySymbol[],
  facts: ReadonlyMap<RepoPath, FileFacts>,
  imports: ReadonlyMap<RepoPath, readonly RepoPath[]>,
): readonly SupportingSymbol[] {
  const knownKeys = new Set(primary.map(({ path, index }) => `${path}\0${index}`))
  const found: SupportingSymbol[] = []
  const indexOf = memoize((path: RepoPath) => namesOf(facts.get(path)?.symbols ?? []))
  for (const { path, index } of primary) {
    const { inherits = [], types = [], calls = [] } = facts.get(path)?.symbols[index]?.references ?? {}
    for (const name of [...inherits, ...types, ...calls]) {
      const places = [path, ...(imports.get(path) ?? [])].filter((place) => indexOf(place).has(name))
      const chosen = places[0] === path ? [path] : places.slice(0, MAX_DEFINERS + 1)
      if (chosen.length > MAX_DEFINERS) continue
      for (const place of chosen) {
        const at = indexOf(place).get(name)
        const symbol = at === undefined ? undefined : facts.get(place)?.symbols[at]
        if (at === undefined || symbol === undefined || knownKeys.has(`${place}\0${at}`)) continue
        knownKeys.add(`${place}\0${at}`)
        found.push({ path: place, index: at, tier: TYPES.has(symbol.kind) ? 'type_context' : 'supporting' })
      }
    }
  }
  return found
}

/** Returns the position of each symbol by the last part of its name; the first position if several share it. */
function namesOf(symbols: readonly SymbolFacts[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const [index, { name }] of symbols.entries()) {
    const last = ownName(name)
    if (!names.has(last)) names.set(last, index)
  }
  return names
}
