import type { TokenCounter } from '../contracts/index.ts'

/**
 * Creates a counter that estimates tokens as UTF-8 bytes divided by four, rounded up. It counts without encoding, so a
 * text of any size costs no memory.
 */
export function bytesPerFour(): TokenCounter {
  return { name: 'bytes_per_four', count: (text) => Math.ceil(utf8Length(text) / 4) }
}

/**
 * Returns the number of bytes of a text in UTF-8. A lone surrogate counts as U+FFFD, which an encoder writes for it.
 */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else {
      bytes += 2
      // A surrogate pair is two units and four bytes: two for the first unit and no further ones for the second.
      if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) i++
    }
  }
  return bytes
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
