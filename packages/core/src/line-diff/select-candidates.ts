/** One side of a comparison. */
export interface Side {
  /** Line numbers. */
  readonly lines: Int32Array
  /** 1 where the line has no counterpart on the other side. */
  readonly changed: Uint8Array
}

/** The lines of one side that take part in the search, and where each stands in the side. */
export interface Candidates {
  readonly side: Side
  readonly lines: Int32Array
  readonly positions: Int32Array
}

/** How often a line occurs on the other side. */
type Frequency = 0 | 1 | 2
const NEVER = 0
const SOME = 1
const OFTEN = 2

/** A line that occurs this often is never more than `SOME`, however long the text. */
const MAX_OFTEN = 1024
/** How far around a frequent line its neighbours are looked at. */
const NEIGHBOURHOOD = 100

/**
 * Leaves out what cannot or should not be matched: the common beginning and end, lines that the other side does not
 * have, and very frequent lines in the middle of such lines (blank lines and braces in a rewritten block). The last two
 * are marked as changed. Git does the same, and by the same numbers, so that both find the same edits.
 */
export function selectCandidates(a: Side, b: Side): readonly [Candidates, Candidates] {
  const shorter = Math.min(a.lines.length, b.lines.length)
  let prefix = 0
  while (prefix < shorter && a.lines[prefix] === b.lines[prefix]) prefix++
  let suffix = 0
  while (suffix < shorter - prefix && a.lines[a.lines.length - 1 - suffix] === b.lines[b.lines.length - 1 - suffix]) {
    suffix++
  }
  const countsA = countLines(a.lines)
  const countsB = countLines(b.lines)
  return [select(a, countsB, prefix, a.lines.length - suffix), select(b, countsA, prefix, b.lines.length - suffix)]
}

function countLines(lines: Int32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

function select(side: Side, otherCounts: ReadonlyMap<number, number>, start: number, end: number): Candidates {
  const often = Math.min(roughSquareRoot(side.lines.length), MAX_OFTEN)
  const frequencies: Frequency[] = []
  for (let position = start; position < end; position++) {
    const count = otherCounts.get(side.lines[position]!) ?? 0
    frequencies.push(count === 0 ? NEVER : count >= often ? OFTEN : SOME)
  }
  const lines: number[] = []
  const positions: number[] = []
  for (const [index, frequency] of frequencies.entries()) {
    const position = start + index
    if (frequency === SOME || (frequency === OFTEN && !isAmongUnmatched(frequencies, index))) {
      lines.push(side.lines[position]!)
      positions.push(position)
    } else {
      side.changed[position] = 1
    }
  }
  return { side, lines: Int32Array.from(lines), positions: Int32Array.from(positions) }
}

/** Whether a frequent line has unmatched lines before and after it, with few other frequent ones among them. */
function isAmongUnmatched(frequencies: readonly Frequency[], index: number): boolean {
  const before = countAround(frequencies, index, -1)
  if (before.never === 0) return false
  const after = countAround(frequencies, index, 1)
  if (after.never === 0) return false
  const never = before.never + after.never
  // The line itself is counted in both directions.
  const often = before.often + after.often + 2
  return often * 4 < often + never
}

function countAround(
  frequencies: readonly Frequency[],
  index: number,
  step: 1 | -1,
): { readonly never: number; readonly often: number } {
  let never = 0
  let often = 0
  for (let distance = 1; distance <= NEIGHBOURHOOD; distance++) {
    const frequency = frequencies[index + step * distance]
    if (frequency === NEVER) never++
    else if (frequency === OFTEN) often++
    else break
  }
  return { never, often }
}

/** A power of two near the square root: two bits of the number give one of the result. */
export function roughSquareRoot(value: number): number {
  let root = 1
  for (let rest = value; rest > 0; rest >>= 2) root <<= 1
  return root
}
