/** Whether two arrays hold the same bytes. Compares four at a time: of a large file, the others would be noticed. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  const whole = one.length - (one.length % 4)
  const [words, others] = [one, other].map((bytes) => wordsOf(bytes, whole)) as [Uint32Array, Uint32Array]
  for (let at = 0; at < words.length; at++) if (words[at] !== others[at]) return false
  for (let at = whole; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** The first `length` bytes as words. Copied where they do not begin at one, which takes no time beside comparing. */
function wordsOf(bytes: Uint8Array, length: number): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, length / 4)
}
