import { parseRepoPath, type RepoPath } from '@chronicle/schema'
import type { CaseRecord } from './case-format.ts'

/** Takes fields out of a record and gathers what is wrong with them, so that all of it is said at once. */
export class RecordFields {
  readonly problems: string[] = []
  readonly #record: CaseRecord

  constructor(record: CaseRecord) {
    this.#record = record
  }

  /** A text that is not blank. `''` after a problem. */
  text(field: string): string {
    const value = this.#record[field]
    if (typeof value === 'string' && value.trim() !== '') return value
    this.problems.push(`${field} must be a text that is not empty; ${describeValue(value)}`)
    return ''
  }

  /** A text, or `undefined` where the field is absent, null or blank. */
  optionalText(field: string): string | undefined {
    const value = this.#record[field]
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value.trim() === '' ? undefined : value
    this.problems.push(`${field} must be a text; ${describeValue(value)}`)
    return undefined
  }

  /** A list of texts; a text that holds such a list as JSON or in Python's notation is taken for it. */
  texts(field: string): readonly string[] {
    const value = this.list(field)
    if (value.every((item): item is string => typeof item === 'string')) return value
    this.problems.push(`${field} must hold texts only`)
    return []
  }

  /** A list, or a text that holds one: data sets that were stored as columns have such texts. */
  list(field: string): readonly unknown[] {
    const value = this.#record[field]
    if (Array.isArray(value)) return value
    const parsed = typeof value === 'string' ? parseList(value) : undefined
    if (parsed !== undefined) return parsed
    this.problems.push(`${field} must be a list; ${describeValue(value)}`)
    return []
  }

  /** Says that a list has nothing, unless something else is wrong: then it may be the reason. */
  mustNotBeEmpty(field: string, list: readonly unknown[]): void {
    if (list.length === 0 && this.problems.length === 0) this.problems.push(`${field} must not be empty`)
  }

  /** Paths in the repository, each once, in the order given. */
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

/** `undefined` for what is no JSON: the caller reports it as the wrong value that it is. */
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
