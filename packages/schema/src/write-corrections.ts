import { compareBytes } from './compare.ts'
import type { Correction } from './correction.ts'
import { correctionDocument } from './read-corrections.ts'

const NEWLINE = 0x0a

/**
 * Serialises corrections to the bytes of a note: one JSON object per line, lines distinct and in byte order. Equal sets
 * of corrections give equal bytes. Use `validateCorrection` of `@chronicle/schema/validate` to check that a correction
 * is complete.
 */
export function writeCorrections(corrections: readonly Correction[]): Uint8Array {
  const lines = corrections.map((correction) => JSON.stringify(correctionDocument(correction)))
  return canonicalLines(new TextEncoder().encode(lines.join('\n')))
}

/**
 * Merges two notes of corrections: the union of their lines, whatever they contain. Associative, commutative and
 * idempotent. The bytes are the same as those of git's merge strategy `cat_sort_uniq`, so git and Chronicle merge such
 * notes alike.
 */
export function mergeCorrections(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + 1 + b.length)
  both.set(a)
  both[a.length] = NEWLINE
  both.set(b, a.length + 1)
  return canonicalLines(both)
}

/** Returns the distinct non-empty lines in byte order, each ending with a newline. */
function canonicalLines(bytes: Uint8Array): Uint8Array {
  const lines = splitLines(bytes).sort(compareBytes)
  const distinct = lines.filter((line, index) => index === 0 || compareBytes(lines[index - 1] ?? line, line) !== 0)
  const result = new Uint8Array(distinct.reduce((length, line) => length + line.length + 1, 0))
  let end = 0
  for (const line of distinct) {
    result.set(line, end)
    end += line.length
    result[end++] = NEWLINE
  }
  return result
}

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start)
    const line = bytes.subarray(start, end === -1 ? bytes.length : end)
    if (line.length > 0) lines.push(line)
    start += line.length + 1
  }
  return lines
}
