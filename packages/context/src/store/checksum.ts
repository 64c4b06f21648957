/**
 * Returns a checksum: FNV-1a over words of four bytes, mixed at the end. Detects damage, but does not protect against
 * forgery.
 */
export function checksumOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const words = bytes.length - (bytes.length % 4)
  let hash = 0x811c9dc5 ^ bytes.length
  for (let at = 0; at < words; at += 4) hash = scramble(hash ^ view.getUint32(at, true))
  for (let at = words; at < bytes.length; at++) hash = scramble(hash ^ view.getUint8(at))
  return finish(hash)
}

/** Returns a 32-bit hash of a text, the same on every machine. */
export function hashOf(text: string, seed: number = 0): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return finish(hash)
}

/** Without the shift, the highest bits of a word would never reach the lower ones. */
function scramble(hash: number): number {
  const mixed = Math.imul(hash, 0x01000193)
  return mixed ^ (mixed >>> 15)
}

/** Final step of MurmurHash3, which lets every bit affect all others. */
function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
