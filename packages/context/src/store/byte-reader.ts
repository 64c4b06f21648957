/** A position in bytes that advances with each read. Reads 0 after the end. */
export interface ByteReader {
  moveTo(place: number): void
  varint(): number
  /** Returns a view of the next bytes, not a copy. */
  bytes(length: number): Uint8Array
}

export function createByteReader(source: Uint8Array, start: number = 0): ByteReader {
  let at = start
  return {
    moveTo(place) {
      at = place
    },
    varint() {
      let byte = source[at++] ?? 0
      if (byte < 128) return byte
      let value = byte & 127
      let scale = 128
      do {
        byte = source[at++] ?? 0
        value += (byte & 127) * scale
        scale *= 128
      } while (byte >= 128)
      return value
    },
    bytes(length) {
      at += length
      return source.subarray(at - length, at)
    },
  }
}
