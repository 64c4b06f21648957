import { nearestSpelling } from '@chronicle/core/text'
import type * as z from 'zod'
import { isRecord } from './place-input.ts'

/** Describes in plain words what is wrong with an argument. `known` lists the existing arguments. */
export function describeIssue(issue: z.core.$ZodIssue, given: unknown, known: readonly string[]): string {
  const value = issue.path.reduce<unknown>((inside, key) => at(inside, key), given)
  switch (issue.code) {
    case 'invalid_type': {
      if (value === undefined && issue.path.length > 0) return 'is missing'
      return `is ${shown(value)}, not ${TYPES[issue.expected] ?? issue.expected}`
    }
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'is empty'
        : `is ${shown(value)}, less than ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'is too long'
        : `is ${shown(value)}, more than ${issue.maximum}`
    case 'invalid_value':
      return `is ${shown(value)}, none of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(key, issue.path.length === 0 ? known : [])).join('; ')
    default:
      return issue.message
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with names',
}

function at(inside: unknown, key: PropertyKey): unknown {
  if (Array.isArray(inside)) return (inside as readonly unknown[])[Number(key)]
  return isRecord(inside) ? inside[String(key)] : undefined
}

/** Maximum number of characters to show; enough to recognise it. */
const MAX_SHOWN = 60

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return isRecord(value)
    ? 'an object'
    : (typeof value === 'bigint' ? `${value}` : (JSON.stringify(value) ?? 'missing')).slice(0, MAX_SHOWN)
}

function unknownKey(key: string, known: readonly string[]): string {
  const isPath = ['file', 'files', 'filename', 'file_path'].includes(key)
  const meant = isPath ? known.find((name) => name === 'path' || name === 'paths') : nearestSpelling(key, known)
  return `there is no argument "${key.slice(0, MAX_SHOWN)}"${meant === undefined ? '' : `, did you mean ${meant}?`}`
}
