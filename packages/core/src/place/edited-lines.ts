import type { LineRange } from '@chronicle/schema'
import type { LineMap } from './line-map.ts'
import { hasWords } from './lines-with-words.ts'

/** Minimum share of a range's lines with words that must still be there, unchanged or edited. */
const MIN_SHARE = 0.5
/** Minimum likeness of an edited line to the one at its position among equally many lines, and to any other one. */
const MIN_IN_POSITION = 0.5
const MIN_ELSEWHERE = 0.6
/** Maximum number of line pairs compared in one edit; larger edits are rewrites. */
const MAX_PAIRS = 2500

/**
 * Returns the place of lines that were edited: from the first to the last line of the newer text that is a line of the
 * range, unchanged or in other words. `undefined` when less than half of the lines are left.
 */
export function placeOfEdited(
  map: LineMap,
  { start, end }: LineRange,
  older: readonly string[],
  newer: readonly string[],
): LineRange | undefined {
  let shift = 0
  let position = 0
  let worded = 0
  const found: number[] = []
  for (let index = start - 1; index < end; index++) {
    for (let edit = map[position]; edit !== undefined && edit.endA <= index; edit = map[++position])
      shift = edit.endB - edit.endA
    if (!hasWords(older[index] ?? '')) continue
    worded++
    const edit = map[position]
    const now = edit === undefined || index < edit.startA ? index + shift : editedLine(edit, index, older, newer)
    if (now !== undefined) found.push(now)
  }
  if (found.length === 0 || found.length < MIN_SHARE * worded) return undefined
  return { start: Math.min(...found) + 1, end: Math.max(...found) + 1 }
}

/** Returns the index of the line of an edit that a changed line became. */
function editedLine(
  { startA, endA, startB, endB }: LineMap[number],
  index: number,
  older: readonly string[],
  newer: readonly string[],
): number | undefined {
  if ((endA - startA) * (endB - startB) > MAX_PAIRS) return undefined
  const [before, after] = [older.slice(startA, endA), newer.slice(startB, endB)].map((lines) => lines.map(wordsOf))
  const own = before?.[index - startA]
  if (own === undefined || before === undefined || after === undefined) return undefined
  const [best, ...others] = mostAlike(own, after)
  const inPosition = endA - startA === endB - startB ? index - startA : undefined
  if (inPosition !== undefined && likeness(own, after[inPosition]) >= MIN_IN_POSITION) return startB + inPosition
  if (best === undefined || others.length > 0 || likeness(own, after[best]) < MIN_ELSEWHERE) return undefined
  // The line of another one is not free for this one.
  const [back, ...rest] = mostAlike(after[best], before)
  return back === index - startA && rest.length === 0 ? startB + best : undefined
}

/** Returns the positions of the lines that are most like one. */
function mostAlike(own: ReadonlySet<string> | undefined, others: readonly ReadonlySet<string>[]): readonly number[] {
  const shares = others.map((other) => likeness(own, other))
  const most = Math.max(0, ...shares)
  return shares.flatMap((share, at) => (share === most && share > 0 ? [at] : []))
}

/** Returns the share of the words of two lines that both have (Dice's coefficient). */
function likeness(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): number {
  if (one === undefined || other === undefined || one.size + other.size === 0) return 0
  return (2 * [...one].filter((word) => other.has(word)).length) / (one.size + other.size)
}

/** Returns the words of a line without its numbers, which are values and say little of what the line is. */
function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/\p{L}[\p{L}\p{N}_]*/gu))
}
