import { isLineRange, parseLineRange } from '../line-range.ts'
import type { LineRange, UnknownKeys } from '../annotation.ts'
import { isJsonObject, isNestedDeeper, sortKeys, type JsonObject } from '../canonical-json.ts'
import type { RepoPath } from '../ids.ts'
import { normalizeRegionPath } from '../region-path.ts'
import { normalizePath } from '../repo-path.ts'
import { formatTimestamp, parseTimestamp } from '../timestamp.ts'
import { describeValue, type NoteProblems } from './note-problems.ts'

const NOTHING: Readonly<Record<string, never>> = {}

/** Below the limit for whole notes, because merging nests values one or two levels deeper. */
const MAX_FOREIGN_NESTING = 100

/** The Unix time of the year 2200 in seconds. A greater number is in milliseconds. */
const LAST_SECOND = 7_258_118_400

/**
 * Reads the fields of one JSON object with the expected types. A value of another type is reported with its JSON
 * pointer and skipped. Null and empty texts count as absent. Keys that were not requested are returned by
 * `unknownKeys`.
 */
export class FieldReader {
  private readonly source: JsonObject
  /** The known keys that are present. Usually that is all keys, so the search for unknown ones is skipped. */
  private readonly knownKeys: string[] = []
  readonly pointer: string
  readonly problems: NoteProblems

  constructor(source: JsonObject, pointer: string, problems: NoteProblems) {
    this.source = source
    this.pointer = pointer
    this.problems = problems
  }

  has(key: string): boolean {
    return Object.hasOwn(this.source, key)
  }

  at(key: string | number): string {
    return `${this.pointer}/${key}`
  }

  /** Returns the value of a key, or else of its alias. Both keys count as known. */
  value(key: string, alias?: string): unknown {
    const other = alias === undefined ? undefined : this.value(alias)
    const value = this.source[key]
    if (value === undefined) return other
    if (!this.knownKeys.includes(key)) this.knownKeys.push(key)
    return value ?? other
  }

  text(key: string, alias?: string): string | undefined {
    const value = this.value(key, alias)
    if (typeof value === 'string') return value === '' ? undefined : value
    return this.reportType(key, 'text', value)
  }

  flag(key: string): boolean | undefined {
    const value = this.value(key)
    return typeof value === 'boolean' ? value : this.reportType(key, 'true or false', value)
  }

  /** Returns a word from a closed set, ignoring case. */
  word<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    const text = this.text(key)
    const word = words.find((each) => each === text?.toLowerCase())
    return word ?? this.reportType(key, words.join(' or '), text)
  }

  path(key: string): RepoPath | undefined {
    const text = this.text(key)
    if (text === undefined) return undefined
    return normalizePath(text) ?? this.reportType(key, 'a path inside the repository', text)
  }

  /** Returns the path of a region, which may also be a folder (`src/mqtt/`) or the repository (`./`). */
  regionPath(key: string): RepoPath | undefined {
    const text = this.text(key)
    if (text === undefined) return undefined
    return normalizeRegionPath(text) ?? this.reportType(key, 'a path inside the repository', text)
  }

  /** Returns a line range written as `{start, end}`, `"10:20"` or `[10, 20]`. */
  lines(key: string): LineRange | undefined {
    const value = this.value(key)
    if (typeof value === 'string') {
      const range = parseLineRange(value)
      if (range.isOk()) return range.value
    }
    const ends: readonly unknown[] = isJsonObject(value)
      ? [value['start'], value['end']]
      : Array.isArray(value)
        ? value
        : []
    const [start, end] = ends
    if (typeof start !== 'number' || typeof end !== 'number') return this.reportType(key, 'lines', value)
    if (isLineRange(start, end)) return { start, end }
    return this.reportType(key, 'lines with 1 <= start <= end', `${start}:${end}`)
  }

  /** Returns a 1-based line number. */
  line(key: string): number | undefined {
    const value = this.value(key)
    return typeof value === 'number' && isLineRange(value, value) ? value : this.reportType(key, 'a line number', value)
  }

  /** Returns an RFC 3339 time unchanged, and converts seconds or milliseconds since the epoch to RFC 3339. */
  time(key: string): string | undefined {
    const value = this.value(key)
    if (typeof value === 'string' && parseTimestamp(value) !== undefined) return value
    if (typeof value === 'number' && value > 0 && value < LAST_SECOND * 1000) {
      return formatTimestamp(value < LAST_SECOND ? value * 1000 : value)
    }
    return this.reportType(key, 'an RFC 3339 time', value)
  }

  object(key: string): FieldReader | undefined {
    const value = this.value(key)
    if (isJsonObject(value)) return new FieldReader(value, this.at(key), this.problems)
    return this.reportType(key, 'an object', value)
  }

  /**
   * Returns the entries of a list as converted by `read`; entries for which it returns `undefined` are skipped. A
   * single entry need not be in a list.
   */
  list<T>(key: string, read: (value: unknown, pointer: string) => T | undefined): readonly T[] {
    const value = this.value(key)
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      if (typeof value !== 'string' && !isJsonObject(value)) return this.reportType(key, 'a list', value) ?? []
      const entry = value === '' ? undefined : read(value, this.at(key))
      return entry === undefined ? [] : [entry]
    }
    const pointer = this.at(key)
    const entries: T[] = []
    value.forEach((each: unknown, index) => {
      const entry = read(each, `${pointer}/${index}`)
      if (entry !== undefined) entries.push(entry)
    })
    return entries
  }

  /** Returns the entries of a list of objects. */
  objects<T>(key: string, read: (fields: FieldReader) => T | undefined): readonly T[] {
    return this.list(key, (value, pointer) => {
      if (isJsonObject(value)) return read(new FieldReader(value, pointer, this.problems))
      this.problems.ignored(pointer, `expected an object, found ${describeValue(value)}`)
      return undefined
    })
  }

  /** Returns the entries of a list of objects, each of which may also be plain text. */
  objectsOrTexts<T>(
    key: string,
    read: (fields: FieldReader) => T | undefined,
    fromText: (text: string) => T,
  ): readonly T[] {
    return this.list(key, (value, pointer) => {
      if (typeof value === 'string' && value !== '') return fromText(value)
      if (isJsonObject(value)) return read(new FieldReader(value, pointer, this.problems))
      this.problems.ignored(pointer, `expected an object or text, found ${describeValue(value)}`)
      return undefined
    })
  }

  /** Returns the entries of a list of objects that are stored unchanged. */
  foreignObjects(key: string): readonly UnknownKeys[] {
    return this.list(key, (value, pointer) => {
      if (isJsonObject(value) && !isNestedDeeper(value, MAX_FOREIGN_NESTING)) return sortKeys(value) as UnknownKeys
      this.problems.ignored(pointer, `expected an object, nested no deeper than usual, found ${describeValue(value)}`)
      return undefined
    })
  }

  texts(key: string): readonly string[] {
    return this.list(key, (value, pointer) => {
      if (typeof value === 'string') return value === '' ? undefined : value
      this.problems.ignored(pointer, `expected text, found ${describeValue(value)}`)
      return undefined
    })
  }

  /** Reports that this object is skipped because something essential is missing. */
  reject(reason: string): undefined {
    this.problems.ignored(this.pointer, reason)
    return undefined
  }

  /** Returns the keys that were not requested, and the extra keys of `lines` objects, in a form that can be spread. */
  unknownKeys(added: UnknownKeys = NOTHING): { readonly unknown_keys?: UnknownKeys } {
    const keys = Object.keys(this.source)
    const extra = extraOfLines(this.source['lines'])
    if (keys.length === this.knownKeys.length && extra === undefined && added === NOTHING) return NOTHING
    const unknown: Record<string, unknown> = { ...added }
    for (const key of keys) {
      if (key === '__proto__') continue
      const value = this.knownKeys.includes(key) ? (key === 'lines' ? extra : undefined) : this.source[key]
      if (value === undefined) continue
      if (isNestedDeeper(value, MAX_FOREIGN_NESTING)) this.reject('an unknown key holds JSON that is nested too deep')
      else unknown[key] = sortKeys(value)
    }
    return Object.keys(unknown).length === 0 ? NOTHING : { unknown_keys: unknown }
  }

  private reportType(key: string, expected: string, value: unknown): undefined {
    if (value !== undefined && value !== '') {
      this.problems.ignored(this.at(key), `expected ${expected}, found ${describeValue(value)}`)
    }
    return undefined
  }
}

/**
 * Returns the keys of a `lines` object other than the line numbers. Without valid line numbers the whole object is
 * rejected.
 */
function extraOfLines(value: unknown): UnknownKeys | undefined {
  if (!isJsonObject(value)) return undefined
  if (!isLineRange(value['start'], value['end'])) return undefined
  const extra = Object.entries(value).filter(([key]) => key !== 'start' && key !== 'end' && key !== '__proto__')
  return extra.length === 0 ? undefined : Object.fromEntries(extra)
}
