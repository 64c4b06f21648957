import { omitUndefined } from '@chronicle/schema'

/** JSON that was found in an answer. */
export interface JsonAnswer {
  readonly value: unknown
  /** The answer broke off; what was not complete has been left out. */
  readonly truncated: boolean
}

/** An opening bracket that nothing parses from is passed by, but not for ever. */
const MAX_ATTEMPTS = 50

/**
 * Finds the JSON object or list in what a model said: alone, in a fence, between sentences, with raw line breaks in
 * its texts or commas too many, or broken off, in which case the entries that were complete stand. Of several the
 * longest is meant. `undefined`: there is none.
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
  /** Behind the bracket that closes the first one. Absent: it is never closed. */
  readonly end?: number
  /** Where the last entry of the outermost lists ended, and what has to be closed there. */
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
      // Not JSON as it stands: the next candidate, or none.
    }
  }
  return undefined
}

/** Control characters inside texts are escaped, commas before a closing bracket left out. */
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
