import { textSize, writeText } from './term-text.ts'

/** Bytes that grow at their end. */
export interface ByteWriter {
  readonly length: number
  /** A non-negative integer up to `Number.MAX_SAFE_INTEGER`, seven bits to a byte, the lowest first. */
  varint(value: number): void
  /** Four bytes, little-endian. */
  uint32(value: number): void
  bytes(value: Uint8Array): void
  /** A text with its length; see `writeText`. */
  text(value: string): void
  /** What was written; nothing may be written afterwards. */
  toBytes(): Uint8Array
}

const FIRST_SIZE = 1024

/** `size` is about how many bytes there will be. */
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
