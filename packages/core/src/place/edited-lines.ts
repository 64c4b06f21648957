import type { LineRange } from '@chronicle/schema'
import type { LineMap } from './line-map.ts'
import { hasWords } from './lines-with-words.ts'

/** Minimum share of a range's lines with words that must still be there, unchanged or edited. */
const MIN_SHARE = 0.5
/**
 * Minimum likeness of an edited line to the one at its position among equally many lines or with the same key, and to
 * any other one.
 */
const MIN_SIMILAR = 0.5
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
  const [before, after] = [older.slice(startA, endA), newer.slice(startB, endB)].map((lines) => lines.map(describe))
  const own = before?.[index - startA]
  if (own === undefined || before === undefined || after === undefined) return undefined
  const alike = mostAlike(own, after)
  const inPosition = endA - startA === endB - startB && alike.includes(index - startA) ? index - startA : undefined
  if (inPosition !== undefined && likeness(own, after[inPosition]) >= MIN_SIMILAR) return startB + inPosition
  const [best, ...others] = alike
  const minLikeness = own.key === undefined ? MIN_ELSEWHERE : MIN_SIMILAR
  if (best === undefined || others.length > 0 || likeness(own, after[best]) < minLikeness) return undefined
  // The line of another one is not free for this one.
  const now = after[best]
  const [back, ...rest] = now === undefined ? [] : mostAlike(now, before)
  return back === index - startA && rest.length === 0 ? startB + best : undefined
}

/** What tells a line from others. */
interface DescribedLine {
  /** What stands before the first `=`, `:` or `|`: the name of a setting, or the first cell of a row. */
  readonly key: string | undefined
  /** Its words without its numbers, which are values and say little of what the line is. */
  readonly words: ReadonlySet<string>
}

function describe(line: string): DescribedLine {
  const text = line.replace(/^[\s|]+/u, '')
  const end = text.search(/[=:|]/u)
  return { key: end < 0 ? undefined : text.slice(0, end).trim(), words: new Set(line.match(/\p{L}[\p{L}\p{N}_]*/gu)) }
}

/** Returns the positions of the lines that are most like one. */
function mostAlike(own: DescribedLine, others: readonly DescribedLine[]): readonly number[] {
  const shares = others.map((other) => likeness(own, other))
  const most = Math.max(0, ...shares)
  return shares.flatMap((share, at) => (share === most && share > 0 ? [at] : []))
}

/** Returns the share of the words of two lines that both have (Dice's coefficient); 0 if their keys differ. */
function likeness(one: DescribedLine, other: DescribedLine | undefined): number {
  if (other === undefined || one.key !== other.key || one.words.size + other.words.size === 0) return 0
  return (2 * [...one.words].filter((word) => other.words.has(word)).length) / (one.words.size + other.words.size)
}
