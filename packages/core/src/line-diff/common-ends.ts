/**
 * Returns the number of bytes that two texts have in common at the start. Compares four at a time, because this takes
 * most of the time of a comparison.
 */
export function commonHead(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length)
  const [a, b] = [viewOf(one), viewOf(other)]
  let head = 0
  while (head + 4 <= length && a.getUint32(head) === b.getUint32(head)) head += 4
  while (head < length && one[head] === other[head]) head++
  return head
}

/** Returns the number of bytes that two texts have in common at the end, excluding the common head. */
export function commonTail(one: Uint8Array, other: Uint8Array, head: number): number {
  const length = Math.min(one.length, other.length) - head
  const [a, b] = [viewOf(one), viewOf(other)]
  let tail = 0
  while (tail + 4 <= length && a.getUint32(one.length - tail - 4) === b.getUint32(other.length - tail - 4)) tail += 4
  while (tail < length && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++
  return tail
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
