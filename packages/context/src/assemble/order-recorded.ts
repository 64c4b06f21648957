import { anchorSegments } from '@chronicle/core/text'
import type { RecordedNote } from '@chronicle/schema'
import type { RankedSymbol } from '../rank/rank-symbols.ts'

/** A confidence below it is a hint. */
const SURE = 0.5

/** Whether somebody doubts a statement, or little speaks for it. */
export function isDoubtful({ confidence = 1, flagged }: RecordedNote): boolean {
  return flagged === true || confidence < SURE
}

/**
 * Orders statements: what is sure before hints, and both before what is flagged; what binds a change before what explains
 * code; and then by the rank of the unit that it is about. Of one place they stay in their order.
 */
export function orderRecorded(
  recorded: readonly RecordedNote[],
  ranked: readonly RankedSymbol[],
): readonly RecordedNote[] {
  const rankOf = createRankOf(ranked)
  const keyed = recorded.map((note) => ({
    note,
    keys: [
      note.flagged === true ? 1 : 0,
      isDoubtful(note) ? 1 : 0,
      note.kind === 'intent' ? 1 : 0,
      rankOf(note),
    ] as const,
  }))
  return keyed.sort((a, b) => compareKeys(a.keys, b.keys)).map(({ note }) => note)
}

/**
 * The place of a note among the ranked units: that of its unit, of the best one in it, or of the one around it; without
 * any, just after the best of its file. Rules of folders come last.
 */
function createRankOf(ranked: readonly RankedSymbol[]): (note: RecordedNote) => number {
  const byPath = new Map<string, { readonly rank: number; readonly segments: readonly string[] }[]>()
  ranked.forEach(({ path, symbol }, rank) => {
    const known = byPath.get(path) ?? []
    known.push({ rank, segments: anchorSegments(symbol.name) })
    byPath.set(path, known)
  })
  return ({ anchor, path }) => {
    const units = byPath.get(path)
    if (units === undefined) return ranked.length + (path.endsWith('/') ? 1 : 0)
    const named = anchor === undefined ? undefined : anchorSegments(anchor)
    const unit = named && units.find(({ segments }) => isWithin(segments, named) || isWithin(named, segments))
    // Of one file, what is about a unit comes before what is about the file.
    return unit?.rank ?? (units[0]?.rank ?? ranked.length) + 0.5
  }
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((segment, position) => inner[position] === segment)
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((key, place) => key !== b[place])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
