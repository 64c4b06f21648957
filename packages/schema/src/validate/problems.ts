import type * as z from 'zod'
import { isJsonObject, isNestedDeeper } from '../canonical-json.ts'
import { MAX_NESTING } from '../read-note/nesting.ts'
import { describeValue } from '../read-note/note-problems.ts'
import { nearestKey } from './nearest-key.ts'
import { knownKeys } from './known-keys.ts'
import { omitUndefined } from '../omit-undefined.ts'

/** One problem of a document. */
export interface ValidationProblem {
  /** Path of the value, such as `regions[0].intent`; empty for the document itself. */
  readonly path: string
  readonly expected: string
  readonly found: string
  /** An unknown key that is probably a misspelling of the missing one. */
  readonly suggestion?: string
}

/** A key that no reader of the format knows. */
export interface UnknownKey {
  /** Path of the key, such as `regions[0].intnet`. */
  readonly path: string
  readonly key: string
  /** The known key that was probably intended. */
  readonly suggestion?: string
}

/** Everything that a validator found. */
export interface Findings {
  readonly problems: readonly ValidationProblem[]
  readonly unknownKeys: readonly UnknownKey[]
}

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Validates `document` and reports problems in terms of the document. */
export function findProblems(schema: z.ZodType, document: unknown): Findings {
  if (isNestedDeeper(document, MAX_NESTING)) {
    const expected = `JSON nested at most ${MAX_NESTING} levels deep`
    return { problems: [{ path: '', expected, found: 'deeper nesting' }], unknownKeys: [] }
  }
  const result = schema.safeParse(document)
  if (result.success) return { problems: [], unknownKeys: [] }
  const issues = result.error.issues.flatMap((issue) => closestBranchIssues(issue, []))
  const unknownKeys = issues.flatMap(({ issue, path }) =>
    issue.code !== 'unrecognized_keys'
      ? []
      : issue.keys.map((key) => ({
          path: formatPath([...path, key]),
          key,
          ...suggestion(nearestKey(key, absentKeys(schema, document, path))),
        })),
  )
  const problems = issues
    .filter(({ issue }) => issue.code !== 'unrecognized_keys')
    .map(({ issue, path }) => {
      const value = valueAt(document, path)
      return {
        path: formatPath(path),
        expected: expectation(issue),
        found: describeValue(value),
        ...(value === undefined && suggestion(findMisspelling(schema, document, path))),
      }
    })
  return { problems, unknownKeys }
}

/** Formats a problem as one line. */
export function formatProblem({ path, expected, found, suggestion }: ValidationProblem): string {
  const hint = suggestion === undefined ? '' : `, but there is "${suggestion}"`
  return `${path === '' ? 'the document' : path}: expected ${expected}, found ${found}${hint}`
}

/** Formats an unknown key as one line. */
export function formatUnknownKey({ path, suggestion }: UnknownKey): string {
  return `${path}: unknown key${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`
}

/** When a value may have several forms, only the issues of the closest form are useful. */
function closestBranchIssues(issue: Issue, prefix: Path): readonly { readonly issue: Issue; readonly path: Path }[] {
  const path = [...prefix, ...issue.path]
  if (issue.code !== 'invalid_union') return [{ issue, path }]
  const fitting = issue.errors.find(
    (branch) => !branch.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  )
  return fitting === undefined ? [{ issue, path }] : fitting.flatMap((each) => closestBranchIssues(each, path))
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ')
    case 'too_small':
      return issue.origin === 'string' ? 'text that is not empty' : `at least ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap((branch) => branch.slice(0, 1).map(expectation)))].join(' or ')
    default:
      return issue.message
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

/** Returns an unknown key of the same object that resembles the missing one. */
function findMisspelling(schema: z.ZodType, document: unknown, path: Path): string | undefined {
  const key = path.at(-1)
  const parent = valueAt(document, path.slice(0, -1))
  if (typeof key !== 'string' || !isJsonObject(parent)) return undefined
  const known = new Set(knownKeys(schema, path.slice(0, -1)))
  return Object.keys(parent).find((each) => !known.has(each) && nearestKey(each, [key]) !== undefined)
}

function absentKeys(schema: z.ZodType, document: unknown, path: Path): readonly string[] {
  const parent = valueAt(document, path)
  return knownKeys(schema, path).filter((key) => !isJsonObject(parent) || !Object.hasOwn(parent, key))
}

function valueAt(document: unknown, path: Path): unknown {
  let value = document
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key]
  }
  return value
}

function formatPath(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      const name = String(key)
      if (!/^[\w$-]{1,60}$/.test(name)) return `[${describeKey(name)}]`
      return index === 0 ? name : `.${name}`
    })
    .join('')
}

function describeKey(name: string): string {
  return describeValue(name).replace(/^the text /, '')
}

function suggestion(key: string | undefined): { readonly suggestion?: string } {
  return omitUndefined({ suggestion: key })
}
