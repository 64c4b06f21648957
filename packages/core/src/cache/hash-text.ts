/**
 * Returns a 53-bit hash of a text as 14 hexadecimal digits, for cache keys and for distributing entries over shards.
 * Not cryptographic: if used as a key, the text must be stored beside the value and compared. (cyrb53, public domain.)
 */
export function hashText(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, '0')
}

/** Number of digits that make an object id unique in a repository. */
const ID_DIGITS = 12

/**
 * Returns the same hash for a list of object ids, which depends on their order. There may be hundreds, so only their
 * first digits are hashed, which are random.
 */
export function hashIds(ids: readonly string[]): string {
  return hashText(ids.map((id) => id.slice(0, ID_DIGITS)).join(' '))
}
