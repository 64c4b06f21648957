/**
 * Bytes as a text of one character for each byte, so that they can be compared and edited as text whatever they encode:
 * two files that differ only in bytes that are not UTF-8 differ.
 */
export function byteText(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)))
  }
  return parts.join('')
}

/** The bytes of such a text. */
export function textBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** A call takes its arguments from the stack, which has an end. */
const CHUNK = 8_192
