import { textSize, writeText } from './term-text.ts'

/** A growing byte buffer. */
export interface ByteWriter {
  readonly length: number
  /** Writes a non-negative integer up to `Number.MAX_SAFE_INTEGER`, seven bits per byte, lowest bits first. */
  varint(value: number): void
  /** Writes four bytes, little-endian. */
  uint32(value: number): void
  bytes(value: Uint8Array): void
  /** Writes a text after its length; see `writeText`. */
  text(value: string): void
  /** Returns the written bytes. Nothing may be written afterwards. */
  toBytes(): Uint8Array
}

const FIRST_SIZE = 1024

/** Creates a byte writer. `size` is the approximate number of bytes to expect. */
export function createByteWriter(size: number = FIRST_SIZE): ByteWriter {
  let buffer = new Uint8Array(size)
  let length = 0

  function reserve(more: number): void {
    if (length + more <= buffer.length) return
    const larger = new Uint8Array(Math.max(buffer.length * 2, length + more))
    larger.set(buffer.subarray(0, length))
    buffer = larger
  }

  function varint(value: number): void {
    let rest = value
    while (rest >= 128) {
      buffer[length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    buffer[length++] = rest
  }

  return {
    get length() {
      return length
    },
    varint(value) {
      reserve(8)
      varint(value)
    },
    uint32(value) {
      reserve(4)
      for (let shift = 0; shift < 32; shift += 8) buffer[length++] = (value >>> shift) & 255
    },
    bytes(value) {
      reserve(value.length)
      buffer.set(value, length)
      length += value.length
    },
    text(value) {
      const size = textSize(value)
      reserve(8 + size)
      varint(size)
      length = writeText(value, buffer, length)
    },
    toBytes() {
      return length === buffer.length ? buffer : buffer.slice(0, length)
    },
  }
}
