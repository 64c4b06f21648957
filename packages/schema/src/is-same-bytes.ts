/**
 * Whether two arrays contain the same bytes. Compares four at a time, because comparing a large file byte by byte is
 * noticeably slower.
 */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  const whole = one.length - (one.length % 4)
  const [words, others] = [one, other].map((bytes) => wordsOf(bytes, whole)) as [Uint32Array, Uint32Array]
  for (let at = 0; at < words.length; at++) if (words[at] !== others[at]) return false
  for (let at = whole; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/**
 * Returns the first `length` bytes as 32-bit words. Unaligned bytes are copied, which takes no time compared with
 * comparing them.
 */
function wordsOf(bytes: Uint8Array, length: number): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, length / 4)
}
