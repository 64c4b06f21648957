import { groupBy, type TaskQuery } from '@chronicle/schema'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import { ownName } from '../words/own-name.ts'

/** A name with optional qualifiers: `send`, `Session.send`, `Session::send`, `Session#send`. */
const QUALIFIED = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*/gu
/** Maximum number of units of one name. A more common name identifies none of them. */
const MAX_DEFINERS = 3

/**
 * Finds the units that the title of a task names literally, in the order of the title. A qualified name refers to the
 * units of that owner, if there are any. An unqualified name counts only if it looks like an identifier.
 */
export function namedUnits(
  { title = '', symbol_hints: hints }: TaskQuery,
  ranked: readonly RankedSymbol[],
): readonly RankedSymbol[] {
  const byName = groupBy(ranked, ({ symbol }) => ownName(symbol.name))
  const named = [...title.matchAll(QUALIFIED)].flatMap(([qualified]) => {
    const [name = '', owner] = qualified.split(/\.|::|#/).reverse()
    const units = byName.get(name) ?? []
    const owned = owner === undefined ? [] : units.filter(({ symbol }) => symbol.name.split('::').at(-2) === owner)
    const meant = owned.length === 0 && hints.includes(name) ? units : owned
    return meant.length > MAX_DEFINERS ? [] : meant
  })
  return [...new Set(named)]
}
