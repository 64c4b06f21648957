import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { nearestSpelling } from '../text/nearest-spelling.ts'
import { codedError } from './coded-error.ts'

/** Required type of an argument, or its allowed values. With `?`, or with `undefined` as a value, it is optional. */
export type ArgumentKind = Kind | `${Kind}?` | readonly unknown[]

type Kind =
  | ('text' | 'texts' | 'number' | 'amount' | 'time' | 'count' | 'boolean' | 'lines' | 'list' | 'object' | 'function')
  | ('map' | 'signal')

const KINDS: Readonly<Record<Kind, { readonly expected: string; readonly fits: (value: unknown) => boolean }>> = {
  text: { expected: 'a text', fits: isText },
  texts: { expected: 'a list of texts', fits: (value) => Array.isArray(value) && value.every(isText) },
  number: { expected: 'a number', fits: (value) => typeof value === 'number' },
  amount: { expected: 'a number of 0 or more', fits: (value) => typeof value === 'number' && value >= 0 },
  time: { expected: 'seconds since the epoch', fits: (value) => Number.isFinite(value) },
  count: {
    expected: 'a whole number of 1 or more',
    fits: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  },
  boolean: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
  lines: {
    expected: 'lines, such as { start: 1, end: 3 }',
    fits: (value) => isObject(value) && typeof value['start'] === 'number' && typeof value['end'] === 'number',
  },
  list: { expected: 'a list', fits: Array.isArray },
  object: { expected: 'an object', fits: isObject },
  function: { expected: 'a function', fits: (value) => typeof value === 'function' },
  map: { expected: 'a Map', fits: (value) => isObject(value) && typeof value['get'] === 'function' },
  signal: { expected: 'the signal of an AbortController', fits: isSignal },
}

/**
 * Validates the types of arguments, which untyped callers may get wrong or omit. The error has the given code and names
 * the argument. `within`: prefix of argument names, such as `to.`.
 */
export function requireArguments<T extends object, Code extends string>(
  given: T,
  kinds: { readonly [Name in keyof T]?: ArgumentKind | undefined },
  code: Code,
  within = '',
): Result<T, CodedError<Code>> {
  const refuse = (message: string): Result<T, CodedError<Code>> => err(codedError(code, message))
  if (!isObject(given) || isSignal(given)) {
    const subject = within === '' ? 'The arguments are' : `The argument ${within.replace(/\.$/u, '')} is`
    if (isSignal(given)) return refuse(`${subject} an AbortSignal. Give it as { signal }.`)
    return refuse(`${subject} ${describeValue(given)}. Give an object that names them.`)
  }
  for (const [name, kind] of Object.entries<ArgumentKind | undefined>(kinds)) {
    if (kind === undefined) continue
    const value = given[name]
    const isOptional = typeof kind === 'string' ? kind.endsWith('?') : kind.includes(undefined)
    if (value === undefined && isOptional) continue
    const { expected, fits } =
      typeof kind === 'string'
        ? KINDS[kind.replace('?', '') as Kind]
        : { expected: `one of ${kind.filter(Boolean).join(', ')}`, fits: (each: unknown) => kind.includes(each) }
    if (fits(value)) continue
    const advice = `Give ${expected}${isOptional ? ', or leave it out' : ''}.`
    const is = value === undefined ? 'missing' : describeValue(value)
    return refuse(`The argument ${within}${name} is ${is}. ${advice}`)
  }
  return ok(given)
}

/** Validates arguments like `requireArguments`, and rejects unknown names, which would otherwise be ignored. */
export function requireKnownArguments<T extends object, Code extends string>(
  given: T,
  kinds: { readonly [Name in keyof T]?: ArgumentKind | undefined },
  code: Code,
  within = '',
): Result<T, CodedError<Code>> {
  return requireArguments(given, kinds, code, within).andThen(() => {
    const unknown = findUnknownArgument(given, Object.keys(kinds), within)
    return unknown === undefined ? ok(given) : err(codedError(code, unknown.message, { data: unknown.data }))
  })
}

/**
 * Returns the error message and data for the first argument whose name is not in `known`. The names in `known` have no
 * prefix `within`.
 */
export function findUnknownArgument(
  given: object,
  known: readonly string[],
  within = '',
  meant: (unknown: string) => string | undefined = (unknown) => nearestSpelling(unknown, known),
): { readonly message: string; readonly data: Readonly<Record<string, unknown>> } | undefined {
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))?.[0]
  if (unknown === undefined) return undefined
  const nearest = meant(unknown)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  const message = `There is no argument ${quoted(within + unknown)} here.${hint} It takes: ${known.join(', ')}.`
  return { message, data: { argument: unknown.slice(0, MAX_QUOTED), known } }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** By its parts, because each realm has an `AbortSignal` of its own. */
function isSignal(value: unknown): boolean {
  return isObject(value) && typeof value['aborted'] === 'boolean' && typeof value['addEventListener'] === 'function'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Formats a value for a message. Objects and lists are described by type, because they may be large or cyclic. */
export function describeValue(value: unknown): string {
  if (isText(value)) return quoted(value)
  if (Array.isArray(value)) return 'a list'
  return isObject(value) || typeof value === 'function' ? `of the type ${typeof value}` : String(value)
}

/** Maximum number of characters of a given text in a message. */
const MAX_QUOTED = 100

/** Returns a given text for a message: in quotes, and only the beginning of a long one. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)
}
