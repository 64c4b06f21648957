import { isJsonObject, type JsonObject } from '../canonical-json.ts'
import type { CommitId } from '../ids.ts'
import { isTooDeep, MAX_NESTING } from './nesting.ts'
import { describeValue, NoteProblems } from './note-problems.ts'
import { repairJson } from './repair-json.ts'
import { splitDocuments } from './split-documents.ts'

/** Maximum size of a note that is read: ten times the largest note seen anywhere. */
export const MAX_NOTE_BYTES: number = 32 * 1024 * 1024

/** Returns the JSON objects in a note of any format, unchanged. Empty if the note contains none that can be read. */
export function parseNoteDocuments(bytes: Uint8Array): readonly Readonly<Record<string, unknown>>[] {
  return parseDocuments(bytes, new NoteProblems(NO_COMMIT))
}

/** Placeholder for the commit in problems that are never shown. */
const NO_COMMIT = '' as CommitId

/**
 * Returns the JSON objects in a note. If there are none that can be read, returns an empty list and reports
 * `malformed_note`.
 */
export function parseDocuments(bytes: Uint8Array, problems: NoteProblems): readonly JsonObject[] {
  if (bytes.length > MAX_NOTE_BYTES) {
    problems.malformed(`it has ${bytes.length} bytes; the largest note that is read has ${MAX_NOTE_BYTES}`)
    return []
  }
  const text = decodeNote(bytes, problems)
  if (isTooDeep(text)) return parseSeveral(text, problems)
  const value = parseJson(text)
  if (value === undefined) return parseSeveral(text, problems)
  if (isJsonObject(value)) return [value]
  problems.malformed(`its JSON is ${describeValue(value)}, not an object`)
  return []
}

function parseSeveral(text: string, problems: NoteProblems): readonly JsonObject[] {
  const { documents: texts, leftovers } = splitDocuments(text)
  const documents: JsonObject[] = []
  let repaired = false
  let tooDeep = false
  for (const each of texts) {
    if (isTooDeep(each)) {
      tooDeep = true
      continue
    }
    const asItStands = parseJson(each)
    const value = asItStands ?? parseJson(repairJson(each))
    if (!isJsonObject(value)) continue
    documents.push(value)
    repaired ||= asItStands === undefined
  }
  if (documents.length === 0) {
    problems.malformed(unreadable(text, tooDeep))
    return []
  }
  const { commit } = problems
  if (repaired) {
    problems.add(
      'repaired_json',
      `The note on commit ${commit} has raw control characters or unknown escapes in its JSON; read all the same`,
    )
  }
  if (texts.length > 1) {
    problems.add(
      'concatenated_note',
      `The note on commit ${commit} holds ${texts.length} JSON documents; read as one, merged`,
    )
  }
  if (leftovers || documents.length < texts.length) {
    problems.add(
      'unreadable_part',
      `A part of the note on commit ${commit} is not JSON that can be read; the rest is used`,
    )
  }
  return documents
}

function unreadable(text: string, tooDeep: boolean): string {
  if (tooDeep || isTooDeep(text)) return `its JSON is nested more than ${MAX_NESTING} levels deep`
  if (text.trim() === '') return 'it is empty'
  return text.includes('{') ? 'it is not valid JSON' : 'it holds no JSON object'
}

/** Parses JSON. Returns `undefined` for invalid JSON, which is an expected result here and not a failure. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Both are shared: creating a decoder takes longer than decoding a note. A strict decoder is slower than one that does
// not check.
const decoder = new TextDecoder('utf-8')
const strictDecoder = new TextDecoder('utf-8', { fatal: true })

/** Decodes a note as UTF-8, without a byte order mark. */
export function decodeNote(bytes: Uint8Array, problems: NoteProblems): string {
  const text = decoder.decode(bytes)
  if (text.includes('\uFFFD') && !isUtf8(bytes)) {
    problems.add(
      'invalid_utf8',
      `The note on commit ${problems.commit} is not valid UTF-8; bad bytes are read as U+FFFD`,
    )
  }
  return text
}

/** Distinguishes a replacement character that was written from one that stands for invalid bytes. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes)
    return true
  } catch {
    return false
  }
}
