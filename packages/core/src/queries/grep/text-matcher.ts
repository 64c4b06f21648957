import { err, ok, type Result } from '@chronicle/schema'
import { splitSentences } from '../../answer/split-sentences.ts'
import { codedError } from '../../contracts/coded-error.ts'
import { escapeRegExp } from '../../text/escape-reg-exp.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { GrepQuery } from './grep-query.ts'

/** Decides whether recorded texts match, and which part of them to show. */
export interface TextMatcher {
  readonly ignoreCase: boolean
  /** Whether a text matches. Line breaks count as spaces, because prose may be wrapped anywhere. */
  matches(text: string): boolean
  /** Whether a text matches the pattern as plain text, if that differs from the expression. */
  matchesAsText(text: string): boolean
  /** Returns the text on one line; for a long text, only the matching sentences, or the text around the first match. */
  excerpt(text: string): string
}

/** Maximum number of characters of a text that is shown whole. */
const MAX_WHOLE = 320
/** Number of characters shown before and after the first match if the matching sentences are too long. */
const CONTEXT_CHARACTERS = 140

/** Creates a matcher. A pattern that is not a valid regular expression fails with `invalid_query`. */
export function createTextMatcher({
  fixedStrings = false,
  ignoreCase,
  pattern,
  verbose = false,
}: GrepQuery): Result<TextMatcher, ReadError> {
  if (pattern === undefined) {
    return ok({
      ignoreCase: true,
      matches: () => true,
      matchesAsText: () => false,
      excerpt: (text) => beginning(fold(text), verbose),
    })
  }
  const without = ignoreCase ?? !/\p{Lu}/u.test(pattern.replace(/\\./gu, ''))
  const flags = without ? 'iu' : 'u'
  const compiled = compile(fixedStrings ? escapeRegExp(fold(pattern)) : pattern, flags)
  if (compiled.isErr()) {
    const message = `Not a regular expression: ${JSON.stringify(pattern)} (${compiled.error}). It can be looked for as text.`
    const remedy = { option: 'fixedStrings', value: true }
    return err(codedError('invalid_query', message, { data: { pattern, remedy } }))
  }
  const expression = compiled.value
  const text = new RegExp(escapeRegExp(fold(pattern)), flags)
  const isPlain = fixedStrings || text.source === expression.source
  return ok({
    ignoreCase: without,
    matches: (each) => expression.test(fold(each)),
    matchesAsText: (each) => !isPlain && text.test(fold(each)),
    excerpt: (each) => excerpt(each, expression, verbose),
  })
}

/** Escapes that the flag `u` rejects are accepted, because other tools accept them too: `\\-`. */
function compile(source: string, flags: string): Result<RegExp, string> {
  for (const each of [flags, flags.replace('u', '')]) {
    try {
      return ok(new RegExp(source, each))
    } catch (cause) {
      if (each === flags) continue
      return err((cause instanceof Error ? cause.message : String(cause)).replace(/^.*: /su, ''))
    }
  }
  return err('it cannot be compiled')
}

function fold(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

function beginning(text: string, verbose: boolean): string {
  if (verbose || text.length <= MAX_WHOLE) return text
  return `${cutAt(text, 0, MAX_WHOLE)} […]`
}

function excerpt(text: string, expression: RegExp, verbose: boolean): string {
  const whole = fold(text)
  if (verbose || whole.length <= MAX_WHOLE) return whole
  const sentences = splitSentences(text)
    .map(fold)
    .filter((each) => each !== '')
  const found = sentences.map((each) => expression.test(each))
  const length = sentences.reduce((sum, each, index) => sum + (found[index] === true ? each.length + 1 : 0), 0)
  if (length > 0 && length <= 2 * MAX_WHOLE) {
    const parts = sentences.map((each, index) => (found[index] === true ? each : '[…]'))
    return parts.filter((each, index) => each !== '[…]' || parts[index - 1] !== '[…]').join(' ')
  }
  const [match] = [...whole.matchAll(new RegExp(expression.source, `${expression.flags}g`))]
  const at = match?.index ?? 0
  const end = Math.min(whole.length, at + (match?.[0].length ?? 0) + CONTEXT_CHARACTERS)
  const start = Math.max(0, at - CONTEXT_CHARACTERS)
  return `${start > 0 ? '[…] ' : ''}${cutAt(whole, start, end)}${end < whole.length ? ' […]' : ''}`
}

/** Returns a part of a text, cut at word boundaries. */
function cutAt(text: string, start: number, end: number): string {
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1
  const to = end >= text.length ? text.length : text.lastIndexOf(' ', end)
  return text.slice(from, to > from ? to : end)
}
