/** Position and reason of a JSON syntax error. Line and column are 1-based; columns count UTF-16 units. */
export interface JsonErrorPlace {
  readonly line: number
  readonly column: number
  readonly reason: string
}

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or ]' | 'comma or }' | 'end'

const EXPECTED: Readonly<Record<Expectation, string>> = {
  value: 'expected a value',
  'value or ]': "expected a value or ']'",
  key: 'expected a key in double quotes',
  'key or }': "expected a key in double quotes or '}'",
  colon: "expected ':' after the key",
  'comma or ]': "expected ',' or ']'",
  'comma or }': "expected ',' or '}'",
  end: 'expected nothing more after the document',
}

/**
 * Finds the first JSON syntax error of a text; returns `undefined` for valid JSON. Not every engine's message contains
 * the position, and the most frequent mistake, a line break inside a string, deserves a message of its own.
 */
export function locateJsonError(text: string): JsonErrorPlace | undefined {
  const open: ('[' | '{')[] = []
  let expected: Expectation = 'value'
  let at = 0
  const afterValue = (): Expectation => (open.length === 0 ? 'end' : open.at(-1) === '[' ? 'comma or ]' : 'comma or }')
  const fail = (offset: number, reason: string): JsonErrorPlace => ({ ...placeOf(text, offset), reason })

  for (;;) {
    at = skip(text, at, /[ \t\n\r]*/y)
    const character = text[at]
    if (character === undefined) {
      return expected === 'end' ? undefined : fail(at, `the document ends here; ${EXPECTED[expected]}`)
    }
    const wantsValue: boolean = expected === 'value' || expected === 'value or ]'
    if (character === '"' && (wantsValue || expected === 'key' || expected === 'key or }')) {
      const end = stringEnd(text, at)
      if (typeof end !== 'number') return fail(end.offset, end.reason)
      at = end
      expected = wantsValue ? afterValue() : 'colon'
    } else if (wantsValue && (character === '{' || character === '[')) {
      open.push(character)
      expected = character === '{' ? 'key or }' : 'value or ]'
      at++
    } else if ((character === '}' && /\}$/.test(expected)) || (character === ']' && /\]$/.test(expected))) {
      open.pop()
      expected = afterValue()
      at++
    } else if (character === ',' && (expected === 'comma or ]' || expected === 'comma or }')) {
      expected = expected === 'comma or ]' ? 'value' : 'key'
      at++
    } else if (character === ':' && expected === 'colon') {
      expected = 'value'
      at++
    } else if (wantsValue) {
      const end = skip(text, at, /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y)
      if (end === at) return fail(at, unexpected(text, at, expected))
      at = end
      expected = afterValue()
    } else return fail(at, unexpected(text, at, expected))
  }
}

function unexpected(text: string, at: number, expected: Expectation): string {
  const found = JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))
  if (text[at] === "'") return 'strings take double quotes'
  if (text[at] === '}' || text[at] === ']') {
    if (expected === 'key' || expected === 'value') return `a comma before ${found} is one too many`
  }
  if (text.startsWith('//', at) || text.startsWith('/*', at)) return 'JSON has no comments'
  return `${EXPECTED[expected]}, found ${found}`
}

function stringEnd(text: string, start: number): number | { readonly offset: number; readonly reason: string } {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '"') return at + 1
    if (character === '\n' || character === '\r') {
      return { offset: at, reason: 'a line break inside a string; write \\n, or close the string' }
    }
    if (character < ' ') return { offset: at, reason: 'a control character inside a string; write it as \\u00XX' }
    if (character === '\\') {
      const end = skip(text, at, /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y)
      if (end === at) return { offset: at, reason: 'an unknown escape in a string; write \\\\ for a backslash' }
      at = end - 1
    }
  }
  return { offset: start, reason: 'this string is never closed' }
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/u)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
