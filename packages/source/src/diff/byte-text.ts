/**
 * Converts bytes to a text with one character per byte, so that files in any encoding can be compared and edited as
 * text. Files that differ only in bytes that are not UTF-8 still differ.
 */
export function byteText(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)))
  }
  return parts.join('')
}

/** Converts such a text back to bytes. */
export function textBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** Chunk size: the arguments of a call are on the stack, whose size is limited. */
const CHUNK = 8_192
