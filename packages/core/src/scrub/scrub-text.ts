import { omitEmpty, parseJson } from '@chronicle/schema'
import { escapeRegExp } from '../text/escape-reg-exp.ts'
import { replaceStrings } from './note-strings.ts'

/** Replaces a scrubbed text. */
export const SCRUBBED = '[scrubbed]'

/** Removes a text from the bytes of a note. */
export interface TextScrubber {
  (bytes: Uint8Array): ScrubbedBytes
}

/** A note without the text. */
export interface ScrubbedBytes {
  readonly bytes: Uint8Array
  readonly occurrences: number
  /** Whether it was valid JSON and no longer is, because the text occurred outside strings. */
  readonly damaged: boolean
  /** Whether the name of a place changed, so that what the note says of it may no longer be found. */
  readonly renamed?: true
}

/*
 * Notes are searched as bytes, with one character for each, because some are not UTF-8 and everything else must stay
 * unchanged. This encoding maps each of the 256 bytes to a different character.
 */
const BYTES = new TextDecoder('windows-1252')
const BYTE_OF: ReadonlyMap<string, number> = new Map(
  [...BYTES.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map((character, byte) => [character, byte]),
)

/**
 * Creates a scrubber of a text, raw or with any of its characters escaped as JSON allows. In JSON, a match never begins
 * inside an escape, so `\n` followed by `ab` does not contain `nab`; in other content it does. Keys and values that the
 * formats of notes define stay, and ids too: they are no text that somebody wrote. `isOwn`: what is scrubbed is in a
 * format of Chronicle, even if it does not say so.
 */
export function createTextScrubber(text: string, { isOwn = false }: { readonly isOwn?: boolean } = {}): TextScrubber {
  const pattern = [...text].map(escapedFormsPattern).join('')
  const inJson = new RegExp(`(${pattern})|\\\\(?:u[0-9a-fA-F]{4}|[^])`, 'g')
  const anywhere = new RegExp(pattern, 'g')
  return (bytes) => {
    let occurrences = 0
    let renamed = false
    const count = (): string => {
      occurrences++
      return SCRUBBED
    }
    const withoutText = (part: string): string =>
      part.replace(inJson, (found, match: string | undefined) => (match === undefined ? found : count()))
    const before = BYTES.decode(bytes)
    const wasJson = isJson(bytes)
    const after = wasJson
      ? replaceStrings(
          before,
          (part, role) => {
            const scrubbed = role === 'fixed' ? part : withoutText(part)
            if (role === 'place' && scrubbed !== part) renamed = true
            return scrubbed
          },
          isOwn,
        )
      : withoutText(before).replace(anywhere, count)
    if (occurrences === 0) return { bytes, occurrences, damaged: false }
    const scrubbed = Uint8Array.from(after, (character) => BYTE_OF.get(character) ?? 0)
    return { bytes: scrubbed, occurrences, damaged: wasJson && !isJson(scrubbed), ...omitEmpty({ renamed }) }
  }
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\\\',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
}

/** Returns a pattern for one character: raw, as its short escape, or as the escapes of its UTF-16 units. */
function escapedFormsPattern(character: string): string {
  const raw = escapeRegExp(BYTES.decode(new TextEncoder().encode(character)))
  const short = SHORT_ESCAPES[character]
  const units = Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charCodeAt(index)))
  return `(?:${[units.join(''), ...(short === undefined ? [] : [`\\\\${short}`]), raw].join('|')})`
}

function unicodeEscape(unit: number): string {
  const digits = unit.toString(16).padStart(4, '0')
  return `\\\\u${digits.replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)}`
}

/** Whether a note is one JSON document, or one on each line. */
function isJson(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  return (
    parseJson(text) !== undefined ||
    text.split('\n').every((line) => line.trim() === '' || parseJson(line) !== undefined)
  )
}
