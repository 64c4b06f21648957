/** What moves, reorders or hides text: controls, bidi and zero-width characters, tags, lone surrogates. */
const INVISIBLE = /(?![\n\t\uFE0E\uFE0F])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu

/**
 * The same value with every invisible character in its texts written out (`\u202e`). Clients hand documents to models
 * as text, and what was recorded by others must not hide there.
 */
export function showInvisible<T>(value: T): T {
  return show(value) as T
}

function show(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(INVISIBLE, writeOut)
  if (Array.isArray(value)) return value.map(show)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [show(key), show(entry)]))
}

function writeOut(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
