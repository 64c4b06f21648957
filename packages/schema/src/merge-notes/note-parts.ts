import { canonicalJson, isJsonObject, type JsonObject } from '../canonical-json.ts'
import { isTooDeep } from '../read-note/nesting.ts'
import { parseJson } from '../read-note/parse-documents.ts'
import { repairJson } from '../read-note/repair-json.ts'
import { objectEnd } from '../read-note/split-documents.ts'

/** A JSON object in a note. */
export interface NoteDocument {
  /** The text as it is in the note. */
  readonly text: string
  readonly value: JsonObject
  /** Equal for documents with the same content, regardless of their layout. */
  readonly key: string
}

/**
 * The contents of a note: JSON objects that start at the beginning of a line and end at the end of one, and lines of
 * anything else.
 */
export interface NoteParts {
  readonly documents: readonly NoteDocument[]
  readonly lines: readonly string[]
}

/** Splits a note into its parts. A line that only looks like the start of a document counts as a line. */
export function splitNote(text: string): NoteParts {
  const documents: NoteDocument[] = []
  const lines: string[] = []
  let position = 0
  while (position < text.length) {
    const end = lineEnd(text, position)
    const start = position + (/^[ \t\uFEFF]*/.exec(text.slice(position, end))?.[0].length ?? 0)
    const found = text.charAt(start) === '{' ? documentsFrom(text, start) : undefined
    if (found === undefined) {
      const line = text.slice(position, end)
      if (line !== '') lines.push(line)
      position = end + 1
    } else {
      documents.push(...found.documents)
      position = found.end + 1
    }
  }
  return { documents, lines }
}

/** Returns one or more adjacent documents, up to the end of a line. */
function documentsFrom(
  text: string,
  start: number,
): { readonly documents: readonly NoteDocument[]; readonly end: number } | undefined {
  const documents: NoteDocument[] = []
  for (let from = start; ;) {
    const end = objectEnd(text, from)
    const document = end === -1 ? undefined : readDocument(text.slice(from, end))
    if (document === undefined) return undefined
    documents.push(document)
    const rest = text.slice(end, lineEnd(text, end))
    if (/^[\s\0]*$/.test(rest)) return { documents, end: end + rest.length }
    const gap = /^[ \t]*/.exec(rest)?.[0].length ?? 0
    if (rest.charAt(gap) !== '{') return undefined
    from = end + gap
  }
}

function readDocument(text: string): NoteDocument | undefined {
  if (isTooDeep(text)) return undefined
  const value = parseJson(text) ?? parseJson(repairJson(text))
  return isJsonObject(value) ? { text, value, key: canonicalJson(value) } : undefined
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
