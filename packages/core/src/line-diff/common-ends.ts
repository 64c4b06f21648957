/** How many bytes two texts have in common from the start, four at a time: this is most of what a comparison costs. */
export function commonHead(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length)
  const [a, b] = [viewOf(one), viewOf(other)]
  let head = 0
  while (head + 4 <= length && a.getUint32(head) === b.getUint32(head)) head += 4
  while (head < length && one[head] === other[head]) head++
  return head
}

/** How many bytes two texts have in common at the end, those of the head left out. */
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
