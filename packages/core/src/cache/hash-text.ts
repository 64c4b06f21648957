/**
 * A 53-bit hash of a text as 14 hexadecimal digits, for cache keys and for spreading entries over shards. Not
 * cryptographic: whoever uses it as a key stores the text beside the value and compares. (cyrb53, public domain.)
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

/** Digits of an id that tell it from all others of a repository. */
const ID_DIGITS = 12

/** The same of a list of object ids, in its order. There are hundreds of them, and their digits are random as they are. */
export function hashIds(ids: readonly string[]): string {
  return hashText(ids.map((id) => id.slice(0, ID_DIGITS)).join(' '))
}
