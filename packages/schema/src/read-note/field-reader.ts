import { isLineRange, parseLineRange } from '../line-range.ts'
import type { LineRange, UnknownKeys } from '../annotation.ts'
import { isJsonObject, isNestedDeeper, sortKeys, type JsonObject } from '../canonical-json.ts'
import type { RepoPath } from '../ids.ts'
import { normalizeRegionPath } from '../region-path.ts'
import { normalizePath } from '../repo-path.ts'
import { formatTimestamp, parseTimestamp } from '../timestamp.ts'
import { describeValue, type NoteProblems } from './note-problems.ts'

const NOTHING: Readonly<Record<string, never>> = {}

/** Leaves room below the limit for whole notes: merging puts values one or two levels deeper. */
const MAX_FOREIGN_NESTING = 100

/** Of the year 2200: a number beyond it counts milliseconds. */
const LAST_SECOND = 7_258_118_400

/**
 * Reads the fields of one JSON object, each of the type it should have. A value of another type is reported with its
 * JSON pointer and left out; null and empty texts are as good as absent. What nobody asked for is in `unknownKeys`.
 */
export class FieldReader {
  private readonly source: JsonObject
  /** Known keys that are there: all of them, most of the time, and then there is nothing unknown to look for. */
  private readonly seen: string[] = []
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

  /** The value under a key, or else under another name for it. Both count as known. */
  value(key: string, alias?: string): unknown {
    const other = alias === undefined ? undefined : this.value(alias)
    const value = this.source[key]
    if (value === undefined) return other
    if (!this.seen.includes(key)) this.seen.push(key)
    return value ?? other
  }

  text(key: string, alias?: string): string | undefined {
    const value = this.value(key, alias)
    if (typeof value === 'string') return value === '' ? undefined : value
    return this.refuse(key, 'text', value)
  }

  flag(key: string): boolean | undefined {
    const value = this.value(key)
    return typeof value === 'boolean' ? value : this.refuse(key, 'true or false', value)
  }

  /** A word out of a closed set, whatever its case. */
  word<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    const text = this.text(key)
    const word = words.find((each) => each === text?.toLowerCase())
    return word ?? this.refuse(key, words.join(' or '), text)
  }

  path(key: string): RepoPath | undefined {
    const text = this.text(key)
    if (text === undefined) return undefined
    return normalizePath(text) ?? this.refuse(key, 'a path inside the repository', text)
  }

  /** The same of a region, which may also be a folder (`src/mqtt/`) or the repository (`./`). */
  regionPath(key: string): RepoPath | undefined {
    const text = this.text(key)
    if (text === undefined) return undefined
    return normalizeRegionPath(text) ?? this.refuse(key, 'a path inside the repository', text)
  }

  /** `{start, end}`; `"10:20"` and `[10, 20]` are understood too. */
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
    if (typeof start !== 'number' || typeof end !== 'number') return this.refuse(key, 'lines', value)
    if (isLineRange(start, end)) return { start, end }
    return this.refuse(key, 'lines with 1 <= start <= end', `${start}:${end}`)
  }

  /** The number of a line, from 1. */
  line(key: string): number | undefined {
    const value = this.value(key)
    return typeof value === 'number' && isLineRange(value, value) ? value : this.refuse(key, 'a line number', value)
  }

  /** RFC 3339 as it stands, or seconds (or milliseconds) since the epoch brought into that form. */
  time(key: string): string | undefined {
    const value = this.value(key)
    if (typeof value === 'string' && parseTimestamp(value) !== undefined) return value
    if (typeof value === 'number' && value > 0 && value < LAST_SECOND * 1000) {
      return formatTimestamp(value < LAST_SECOND ? value * 1000 : value)
    }
    return this.refuse(key, 'an RFC 3339 time', value)
  }

  object(key: string): FieldReader | undefined {
    const value = this.value(key)
    if (isJsonObject(value)) return new FieldReader(value, this.at(key), this.problems)
    return this.refuse(key, 'an object', value)
  }

  /** Each entry of a list through `read`, which answers `undefined` for one to be left out. One entry may stand bare. */
  list<T>(key: string, read: (value: unknown, pointer: string) => T | undefined): readonly T[] {
    const value = this.value(key)
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      if (typeof value !== 'string' && !isJsonObject(value)) return this.refuse(key, 'a list', value) ?? []
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

  /** A list of objects. */
  objects<T>(key: string, read: (fields: FieldReader) => T | undefined): readonly T[] {
    return this.list(key, (value, pointer) => {
      if (isJsonObject(value)) return read(new FieldReader(value, pointer, this.problems))
      this.problems.ignored(pointer, `expected an object, found ${describeValue(value)}`)
      return undefined
    })
  }

  /** A list of objects that may also be written as plain texts. */
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

  /** A list of objects that are kept as they stand. */
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

  /** This object is left out, for want of what makes it worth something. */
  reject(reason: string): undefined {
    this.problems.ignored(this.pointer, reason)
    return undefined
  }

  /** The keys that nobody asked for, and those that were added to `lines` objects, ready to be spread. */
  unknownKeys(added: UnknownKeys = NOTHING): { readonly unknown_keys?: UnknownKeys } {
    const keys = Object.keys(this.source)
    const extra = extraOfLines(this.source['lines'])
    if (keys.length === this.seen.length && extra === undefined && added === NOTHING) return NOTHING
    const unknown: Record<string, unknown> = { ...added }
    for (const key of keys) {
      if (key === '__proto__') continue
      const value = this.seen.includes(key) ? (key === 'lines' ? extra : undefined) : this.source[key]
      if (value === undefined) continue
      if (isNestedDeeper(value, MAX_FOREIGN_NESTING)) this.reject('an unknown key holds JSON that is nested too deep')
      else unknown[key] = sortKeys(value)
    }
    return Object.keys(unknown).length === 0 ? NOTHING : { unknown_keys: unknown }
  }

  private refuse(key: string, expected: string, value: unknown): undefined {
    if (value !== undefined && value !== '') {
      this.problems.ignored(this.at(key), `expected ${expected}, found ${describeValue(value)}`)
    }
    return undefined
  }
}

/** What stands in a `lines` object beside the lines. Without lines the object is refused as a whole. */
function extraOfLines(value: unknown): UnknownKeys | undefined {
  if (!isJsonObject(value)) return undefined
  if (!isLineRange(value['start'], value['end'])) return undefined
  const extra = Object.entries(value).filter(([key]) => key !== 'start' && key !== 'end' && key !== '__proto__')
  return extra.length === 0 ? undefined : Object.fromEntries(extra)
}
