import { escapeUnsafe } from '../text/escape-unsafe.ts'
import type { FieldShape, ObjectShape } from './object-shape.ts'

/** Maximum nesting depth of a value from a note. Deeper values are replaced by a remark. */
const MAX_DEPTH = 32

/**
 * Serialises a document: keys in the order of its shape, one line for each top-level key and each entry of a top-level
 * list. Control, bidi and invisible characters are escaped.
 */
export function documentText(document: object, shape: ObjectShape, verbose: boolean): string {
  const members = Object.entries(shapedJson(document, shape, verbose)).map(
    ([key, value]) => `${jsonText(key)}:${topLevelValue(value)}`,
  )
  return `{${members.join(',\n')}}\n`
}

/** Returns one line of JSON that is safe to display. */
export function jsonText(value: unknown): string {
  return escapeUnsafe(JSON.stringify(value))
}

function topLevelValue(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return jsonText(value)
  return `[\n${value.map(jsonText).join(',\n')}]`
}

/**
 * Returns an object with the keys of its shape in that order. Empty ones are included only if required or `verbose`.
 */
function shapedJson(value: object, shape: ObjectShape, verbose: boolean): Record<string, unknown> {
  const source = value as Readonly<Record<string, unknown>>
  const written: Record<string, unknown> = {}
  for (const [key, field] of shape) {
    const held = source[key]
    if (!isEmpty(held)) written[key] = shapedValue(held, field, verbose)
    else if (field.required || verbose) written[key] = held ?? (field.list ? [] : null)
  }
  return written
}

function shapedValue(value: unknown, field: FieldShape, verbose: boolean): unknown {
  const { keys, decimals } = field
  if (keys !== undefined && Array.isArray(value)) {
    return value.map((entry: unknown) => (isObject(entry) ? shapedJson(entry, keys, verbose) : entry))
  }
  if (keys !== undefined && isObject(value)) return shapedJson(value, keys, verbose)
  if (decimals !== undefined && typeof value === 'number') return roundTo(value, decimals)
  if (decimals !== undefined && isObject(value) && !Array.isArray(value)) {
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, each]) => [key, shapedValue(each, { decimals }, verbose)]))
  }
  return boundedJson(value)
}

/** Returns a JSON value cut off at a fixed depth, so that serialising it cannot exhaust the stack. */
export function boundedJson(value: unknown, depth: number = MAX_DEPTH): unknown {
  if (!isObject(value)) return typeof value === 'bigint' ? value.toString() : value
  if (depth === 0) return `[nested deeper than ${MAX_DEPTH} levels]`
  if (Array.isArray(value)) return value.map((entry) => boundedJson(entry, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, boundedJson(entry, depth - 1)]))
}

function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return isObject(value) && (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
