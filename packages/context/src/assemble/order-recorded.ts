import { anchorSegments } from '@chronicle/core/text'
import type { RecordedNote } from '@chronicle/schema'
import type { RankedSymbol } from '../rank/rank-symbols.ts'

/** Notes with a lower confidence are shown as hints. */
const MIN_CONFIDENCE = 0.5

/** Whether a note is flagged or has a low confidence. */
export function isDoubtful({ confidence = 1, flagged }: RecordedNote): boolean {
  return flagged === true || confidence < MIN_CONFIDENCE
}

/**
 * Orders notes: confident notes before hints, and both before flagged ones; intents after the other kinds, which
 * constrain a change; then by the rank of their unit. Notes about the same place keep their order.
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
 * Returns a function that ranks a note: by its unit, the best unit inside it, or the unit around it; otherwise just
 * after the best unit of its file. Rules of folders come last.
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
    // Notes about a unit come before notes about its file.
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
