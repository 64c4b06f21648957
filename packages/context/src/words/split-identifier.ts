const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+|\d+/gu

/**
 * Returns the words of an identifier in lower case: `parseHTTPHeader_v2` becomes `parse`, `http`, `header`, `v`, `2`.
 */
export function splitIdentifier(identifier: string): readonly string[] {
  return (identifier.match(PARTS) ?? []).map((part) => part.toLowerCase())
}
