import { omitUndefined } from '@chronicle/schema'

/** JSON found in an answer. */
export interface JsonAnswer {
  readonly value: unknown
  /** Whether the answer broke off. Incomplete entries were dropped. */
  readonly truncated: boolean
}

/** Maximum number of opening brackets to try. */
const MAX_ATTEMPTS = 50

/**
 * Finds the JSON object or list in a model's answer: alone, in a fenced block, between sentences, with raw line breaks
 * in strings or extra commas, or broken off, in which case the complete entries are kept. If there are several, returns
 * the longest. `undefined`: there is none.
 */
export function parseJsonAnswer(text: string): JsonAnswer | undefined {
  let best: { readonly answer: JsonAnswer; readonly length: number } | undefined
  let from = 0
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const start = indexOfBracket(text, from)
    if (start === -1) break
    const span = scan(text, start)
    const whole = span.end === undefined ? undefined : parse(text.slice(start, span.end))
    const answer = whole === undefined ? cutOff(text, start, span) : { value: whole.value, truncated: false }
    const length = (span.end ?? text.length) - start
    if (answer !== undefined && (best === undefined || length > best.length)) best = { answer, length }
    from = whole !== undefined && span.end !== undefined ? span.end : start + 1
    if (answer?.truncated === true) break
  }
  return best?.answer
}

interface Span {
  /** Index after the bracket that closes the first one. Absent if it is never closed. */
  readonly end?: number
  /** The end of the last complete entry of the outermost lists, and the brackets to close there. */
  readonly cut?: { readonly at: number; readonly closing: string }
}

function scan(text: string, start: number): Span {
  const open: string[] = []
  let cut: Span['cut']
  let inText = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inText) {
      if (character === '\\') at++
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{') open.push('}')
    else if (character === '[') open.push(']')
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return omitUndefined({ cut })
      if (open.length === 0) return { end: at + 1 }
      if (open.length <= 2) cut = { at: at + 1, closing: [...open].reverse().join('') }
    }
  }
  return omitUndefined({ cut })
}

function cutOff(text: string, start: number, { end, cut }: Span): JsonAnswer | undefined {
  if (end !== undefined || cut === undefined) return undefined
  const parsed = parse(text.slice(start, cut.at) + cut.closing)
  return parsed === undefined ? undefined : { value: parsed.value, truncated: true }
}

function parse(json: string): { readonly value: unknown } | undefined {
  for (const candidate of [json, repair(json)]) {
    try {
      return { value: JSON.parse(candidate) as unknown }
    } catch {
      // Not valid JSON: try the next candidate.
    }
  }
  return undefined
}

/** Escapes control characters in strings and removes commas before a closing bracket. */
function repair(json: string): string {
  return json.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (part) =>
    part === ','
      ? ''
      : part.replace(/[\u0000-\u001f]/g, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

function indexOfBracket(text: string, from: number): number {
  const found = text.slice(from).search(/[{[]/)
  return found === -1 ? -1 : from + found
}
