import {
  omitUndefined,
  isJsonObject,
  parseJson,
  readNote,
  writeNote,
  type CommitId,
  type ExportDocument,
  type JsonObject,
} from '@chronicle/schema'
import { noteLines } from '../notes/note-lines.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes bytes; `undefined` when they are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the readable part of a note as a `chronicle/v1` document. */
function annotationOf(bytes: Uint8Array, commit: CommitId): Readonly<Record<string, unknown>> | undefined {
  const { annotation } = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
  if (annotation === undefined) return undefined
  return JSON.parse(new TextDecoder().decode(writeNote(annotation))) as Readonly<Record<string, unknown>>
}

type ExportedNote = Pick<ExportDocument, 'annotation' | 'note' | 'note_base64'>

/** Converts a note to the keys of an export, from which its bytes can be restored. */
export function exportNote(bytes: Uint8Array, commit: CommitId): ExportedNote {
  const text = textOf(bytes)
  if (text === undefined) return { note_base64: toBase64(bytes) }
  const value = parseJson(text)
  if (isJsonObject(value) && `${JSON.stringify(value)}\n` === text) return { annotation: value }
  const read = annotationOf(bytes, commit)
  return { ...omitUndefined({ annotation: read }), note: text }
}

/** Restores the bytes of a note. `undefined` when the document has none. */
export function importNote({ annotation, note, note_base64: coded }: ExportedNote): Uint8Array | undefined {
  if (typeof note === 'string') return encode(note)
  if (typeof coded === 'string') return fromBase64(coded)
  return annotation === undefined ? undefined : encode(`${JSON.stringify(annotation)}\n`)
}

/** Returns the lines of a note: as objects if they can be restored from them exactly, else as text. */
export function exportLines(bytes: Uint8Array): {
  readonly objects: readonly JsonObject[]
  readonly others: readonly string[]
} {
  const objects: JsonObject[] = []
  const others: string[] = []
  for (const line of noteLines(bytes)) {
    const value = parseJson(line)
    if (isJsonObject(value) && JSON.stringify(value) === line) objects.push(value)
    else others.push(line)
  }
  return { objects, others }
}

/** Restores the bytes of such a note. `undefined` when there is none. */
export function importLines(
  objects: readonly unknown[] | undefined,
  others: readonly unknown[] | undefined,
): Uint8Array | undefined {
  const lines = [
    ...(objects ?? []).map((value) => JSON.stringify(value)),
    ...(others ?? []).filter((line): line is string => typeof line === 'string'),
  ]
  return lines.length === 0 ? undefined : encode(`${lines.join('\n')}\n`)
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(index, index + 3)
    const word = (a << 16) | (b << 8) | c
    const digits = [18, 12, 6, 0].map((shift) => DIGITS.charAt((word >> shift) & 63)).join('')
    const left = bytes.length - index
    text += left >= 3 ? digits : digits.slice(0, left + 1).padEnd(4, '=')
  }
  return text
}

/** Decodes base64; `undefined` when the text is not base64. */
function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let word = 0
  let held = 0
  let end = 0
  for (const digit of text.slice(0, text.length - padding)) {
    const value = DIGITS.indexOf(digit)
    if (value < 0) return undefined
    word = ((word << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[end++] = (word >> held) & 255
  }
  return bytes
}
