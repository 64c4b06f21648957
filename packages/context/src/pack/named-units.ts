import { groupBy, type TaskQuery } from '@chronicle/schema'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import { ownName } from '../words/own-name.ts'

/** A name, with what qualifies it: `send`, `Session.send`, `Session::send`, `Session#send`. */
const QUALIFIED = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*/gu
/** A name that more units have means none of them. */
const MAX_DEFINERS = 3

/**
 * Finds the units that the first line of a task names as they are written, in the order of that line. A qualified name
 * means the units of that owner, if there are any; a name alone counts where it looks like one of code.
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
