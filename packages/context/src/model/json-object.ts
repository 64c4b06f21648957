import { escapeUnsafe } from '@chronicle/core/text'
import { err, ok, Result } from '@chronicle/schema'

/** Parses a JSON object with exactly these properties, or describes what is wrong. */
export function parseObject(
  value: unknown,
  names: readonly string[],
): Result<Readonly<Record<string, unknown>>, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return err('It is not an object.')
  const missing = names.filter((name) => !Object.hasOwn(value, name))
  if (missing.length > 0) return err(`It has no ${missing.map((name) => `"${name}"`).join(', ')}.`)
  const others = Object.keys(value).length - names.length
  return others > 0 ? err(`It has properties other than ${names.join(', ')}.`) : ok({ ...value })
}

/** Parses a text of one line. */
export function parseLine(name: string, value: unknown, maxCharacters: number): Result<string, string> {
  if (typeof value !== 'string') return err(`"${name}" is not a string.`)
  const line = escapeUnsafe(value.replace(/\s+/g, ' ').trim())
  return line.length > maxCharacters ? err(`"${name}" has more than ${String(maxCharacters)} characters.`) : ok(line)
}

/** Parses a list of one-line texts, without duplicates and empty ones. */
export function parseLines(
  name: string,
  value: unknown,
  { maxLines, maxCharacters }: { readonly maxLines: number; readonly maxCharacters: number },
): Result<readonly string[], string> {
  if (!Array.isArray(value)) return err(`"${name}" is not a list.`)
  if (value.length > maxLines) return err(`"${name}" has more than ${String(maxLines)} entries.`)
  const lines = value.map((entry: unknown) => parseLine(name, entry, maxCharacters))
  return Result.combine(lines).map((texts) => [...new Set(texts.filter((text) => text !== ''))])
}
