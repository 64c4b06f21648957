/** The number of bytes of a content in pieces of each hash. A piece is a line, or 64 bytes of a longer line. */
export type Fingerprint = ReadonlyMap<number, number>

/** The score of identical contents. Other scores are shares of it, rounded down. */
export const MAX_SCORE = 60_000

const MAX_PIECE = 64
const HASH_BASE = 107_927
const CR = 13
const LF = 10
const BINARY_WINDOW = 8000

/** Whether git treats the content as binary: it has a NUL near the beginning. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_WINDOW).includes(0)
}

/** Returns the fingerprint of a content. In text a CR before an LF is ignored, so that line endings do not matter. */
export function fingerprint(bytes: Uint8Array): Fingerprint {
  const pieces = new Map<number, number>()
  const skipCarriageReturn = !isBinary(bytes)
  let low = 0
  let high = 0
  let length = 0
  const finish = (): void => {
    const hash = ((low >>> 0) + Math.imul(high, 0x61)) >>> 0
    const piece = hash % HASH_BASE
    pieces.set(piece, (pieces.get(piece) ?? 0) + length)
    low = high = length = 0
  }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (skipCarriageReturn && byte === CR && bytes[at + 1] === LF) continue
    const previous = low
    low = (((low << 7) ^ (high >>> 25)) + byte) | 0
    high = (high << 7) ^ (previous >>> 25)
    if (++length === MAX_PIECE || byte === LF) finish()
  }
  if (length > 0) finish()
  return pieces
}

/**
 * Returns the share of the larger content made up of pieces that the other also has, in [0, `MAX_SCORE`]. `git diff -M`
 * compares this similarity with its threshold.
 */
export function similarity(
  from: { readonly size: number; readonly pieces: Fingerprint },
  to: { readonly size: number; readonly pieces: Fingerprint },
): number {
  let shared = 0
  for (const [piece, bytes] of from.pieces) shared += Math.min(bytes, to.pieces.get(piece) ?? 0)
  const larger = Math.max(from.size, to.size)
  return larger === 0 ? 0 : Math.floor((shared * MAX_SCORE) / larger)
}

/** Whether two sizes alone rule out a similarity of `minimum`. */
export function sizesDiffer(a: number, b: number, minimum: number): boolean {
  return Math.max(a, b) * (MAX_SCORE - minimum) < Math.abs(a - b) * MAX_SCORE
}
