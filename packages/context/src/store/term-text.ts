/** Returns the number of bytes that `writeText` writes. */
export function textSize(text: string): number {
  let size = text.length
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0
    if (point >= 0x80) size += point < 0x800 ? 1 : 2
    // A surrogate pair: four bytes for two code units.
    if (point >= 0x10000) at++
  }
  return size
}

/**
 * Writes a text as UTF-8. An unpaired surrogate, which UTF-8 cannot represent, is encoded like a character, so that
 * different texts have different bytes. Returns the offset after the last byte.
 */
export function writeText(text: string, into: Uint8Array, start: number): number {
  let end = start
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0
    if (point < 0x80) {
      into[end++] = point
    } else if (point < 0x800) {
      into[end++] = 0xc0 | (point >> 6)
      into[end++] = 0x80 | (point & 63)
    } else if (point < 0x10000) {
      into[end++] = 0xe0 | (point >> 12)
      into[end++] = 0x80 | ((point >> 6) & 63)
      into[end++] = 0x80 | (point & 63)
    } else {
      at++
      into[end++] = 0xf0 | (point >> 18)
      into[end++] = 0x80 | ((point >> 12) & 63)
      into[end++] = 0x80 | ((point >> 6) & 63)
      into[end++] = 0x80 | (point & 63)
    }
  }
  return end
}

/** Reads text that `writeText` wrote. */
export function readText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++] ?? 0
    const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3
    let point = more === 0 ? first : first & (63 >> more)
    for (let count = 0; count < more; count++) point = (point << 6) | ((bytes[at++] ?? 0) & 63)
    text += String.fromCodePoint(point)
  }
  return text
}
