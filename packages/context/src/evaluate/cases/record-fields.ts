import { parseRepoPath, type RepoPath } from '@chronicle/schema'
import type { CaseRecord } from './case-format.ts'

/** Reads fields of a record and collects their problems, so that all of them can be reported at once. */
export class RecordFields {
  readonly problems: string[] = []
  readonly #record: CaseRecord

  constructor(record: CaseRecord) {
    this.#record = record
  }

  /** Returns a text that is not blank; `''` after a problem. */
  text(field: string): string {
    const value = this.#record[field]
    if (typeof value === 'string' && value.trim() !== '') return value
    this.problems.push(`${field} must be a text that is not empty; ${describeValue(value)}`)
    return ''
  }

  /** Returns a text; `undefined` if the field is absent, null or blank. */
  optionalText(field: string): string | undefined {
    const value = this.#record[field]
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value.trim() === '' ? undefined : value
    this.problems.push(`${field} must be a text; ${describeValue(value)}`)
    return undefined
  }

  /** Returns a list of texts. A text that contains such a list, as JSON or in Python's notation, is parsed. */
  texts(field: string): readonly string[] {
    const value = this.list(field)
    if (value.every((item): item is string => typeof item === 'string')) return value
    this.problems.push(`${field} must hold texts only`)
    return []
  }

  /** Returns a list. A text that contains one is parsed, because data sets stored as columns have such texts. */
  list(field: string): readonly unknown[] {
    const value = this.#record[field]
    if (Array.isArray(value)) return value
    const parsed = typeof value === 'string' ? parseList(value) : undefined
    if (parsed !== undefined) return parsed
    this.problems.push(`${field} must be a list; ${describeValue(value)}`)
    return []
  }

  /** Reports an empty list, unless there is another problem, which may be the cause. */
  mustNotBeEmpty(field: string, list: readonly unknown[]): void {
    if (list.length === 0 && this.problems.length === 0) this.problems.push(`${field} must not be empty`)
  }

  /** Returns repository paths, each once, in the given order. */
  paths(field: string, values: readonly string[]): readonly RepoPath[] {
    const paths = values.map((value) => parseRepoPath(value).unwrapOr(undefined))
    const wrong = values.filter((_, index) => paths[index] === undefined)
    for (const value of wrong) this.problems.push(`${field} holds ${JSON.stringify(value)}, which is no path`)
    return [...new Set(paths.filter((path) => path !== undefined))]
  }
}

function parseList(text: string): readonly unknown[] | undefined {
  const json = parse(text) ?? (/^\s*\[[^"]*\]\s*$/.test(text) ? parse(text.replaceAll("'", '"')) : undefined)
  return Array.isArray(json) ? json : undefined
}

/** Returns `undefined` for invalid JSON; the caller reports the wrong value. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'it is missing'
  return `it is ${value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : `a ${typeof value}`}`
}
