/**
 * Returns the SHA-1 of some bytes in hexadecimal. Only for names that other tools created with it, not for security.
 * (RFC 3174.)
 */
export function sha1(bytes: Uint8Array): string {
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const padded = new Uint8Array(length)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(length - 8, Math.floor(bytes.length / 0x20000000))
  view.setUint32(length - 4, (bytes.length << 3) >>> 0)
  const state: [number, number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  const words = new Int32Array(80)
  for (let block = 0; block < length; block += 64) {
    for (let index = 0; index < 80; index++) {
      words[index] = index < 16 ? view.getInt32(block + index * 4) : rotate(mixed(words, index), 1)
    }
    let [a, b, c, d, e] = state
    for (let index = 0; index < 80; index++) {
      const [f, constant] = round(index, b, c, d)
      const next = (rotate(a, 5) + f + e + constant + (words[index] ?? 0)) | 0
      ;[e, d, c, b, a] = [d, c, rotate(b, 30), a, next]
    }
    for (const [index, value] of [a, b, c, d, e].entries()) state[index] = ((state[index] ?? 0) + value) | 0
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function mixed(words: Int32Array, index: number): number {
  const at = (back: number): number => words[index - back] ?? 0
  return at(3) ^ at(8) ^ at(14) ^ at(16)
}

function round(index: number, b: number, c: number, d: number): readonly [number, number] {
  if (index < 20) return [(b & c) | (~b & d), 0x5a827999]
  if (index < 40) return [b ^ c ^ d, 0x6ed9eba1]
  if (index < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
  return [b ^ c ^ d, 0xca62c1d6]
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

/** Returns the id of some bytes as a blob in a SHA-1 repository. */
export function blobSha1(bytes: Uint8Array): string {
  const header = new TextEncoder().encode(`blob ${bytes.length}\0`)
  const whole = new Uint8Array(header.length + bytes.length)
  whole.set(header)
  whole.set(bytes, header.length)
  return sha1(whole)
}
