/** One side of a comparison. */
export interface Side {
  /** Line numbers. */
  readonly lines: Int32Array
  /** 1 where the line has no counterpart on the other side. */
  readonly changed: Uint8Array
}

/** The lines of one side that take part in the search, and their positions in that side. */
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

/** Count from which a line is `OFTEN` rather than `SOME`, however long the text. */
const MAX_OFTEN = 1024
/** Maximum distance from a frequent line at which its neighbours are examined. */
const NEIGHBOURHOOD = 100

/**
 * Omits lines that cannot or should not be matched: the common beginning and end, lines that the other side does not
 * have, and very frequent lines among such lines (blank lines and braces in a rewritten block). The last two kinds are
 * marked as changed. Git does the same with the same limits, so both find the same edits.
 */
export function selectCandidates(a: Side, b: Side): readonly [Candidates, Candidates] {
  const shorter = Math.min(a.lines.length, b.lines.length)
  let prefix = 0
  while (prefix < shorter && a.lines[prefix] === b.lines[prefix]) prefix++
  let suffix = 0
  while (suffix < shorter - prefix && a.lines[a.lines.length - 1 - suffix] === b.lines[b.lines.length - 1 - suffix]) {
    suffix++
  }
  const [endA, endB] = [a.lines.length - suffix, b.lines.length - suffix]
  const often = [a, b].map(({ lines }) => Math.min(roughSquareRoot(lines.length), MAX_OFTEN)) as [number, number]
  const inB = frequenciesOf(a.lines.subarray(prefix, endA), b.lines, often[0])
  const inA = frequenciesOf(b.lines.subarray(prefix, endB), a.lines, often[1])
  return [select(a, inB, prefix), select(b, inA, prefix)]
}

/** Occurrences of each line number during one call; all zero between calls. */
let counts = new Int32Array(1 << 10)

/** Returns how often each of `lines` occurs in `others`. */
function frequenciesOf(lines: Int32Array, others: Int32Array, often: number): readonly Frequency[] {
  if (lines.length === 0) return []
  let most = 0
  for (const line of others) if (line > most) most = line
  if (counts.length <= most) counts = new Int32Array(most * 2)
  for (const line of others) counts[line]!++
  const frequencies = Array.from(lines, (line): Frequency => {
    const count = counts[line] ?? 0
    return count === 0 ? NEVER : count >= often ? OFTEN : SOME
  })
  for (const line of others) counts[line] = 0
  return frequencies
}

function select(side: Side, frequencies: readonly Frequency[], start: number): Candidates {
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

/** Whether a frequent line has unmatched lines before and after it, with few other frequent lines among them. */
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

/** Returns a power of two near the square root: two bits of the value give one bit of the result. */
export function roughSquareRoot(value: number): number {
  let root = 1
  for (let rest = value; rest > 0; rest >>= 2) root <<= 1
  return root
}
