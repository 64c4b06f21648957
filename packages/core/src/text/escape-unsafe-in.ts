import { escapeUnsafe, isPlain } from './escape-unsafe.ts'

/**
 * Returns a copy of a JSON value with the unsafe characters of every string and key written as `\uXXXX`. Line feeds and
 * tabs stay, because the caller writes the value as JSON or indents it.
 */
export function escapeUnsafeIn<T>(value: T): T {
  return escaped(value) as T
}

function escaped(value: unknown): unknown {
  if (typeof value === 'string') return escapedText(value)
  if (Array.isArray(value)) return value.map(escaped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [escapedText(key), escaped(entry)]))
}

function escapedText(text: string): string {
  if (isPlain(text)) return text
  return text
    .split(/([\n\t])/u)
    .map((part) => (part === '\n' || part === '\t' ? part : escapeUnsafe(part)))
    .join('')
}
