import { isSameBytes } from '../is-same-bytes.ts'
import type { JsonObject } from '../canonical-json.ts'
import { compareText } from '../compare.ts'
import type { CommitId } from '../ids.ts'
import { mergeAll } from '../merge-annotations.ts'
import { MAX_NOTE_BYTES } from '../read-note/parse-documents.ts'
import { readNote } from '../read-note/read-note.ts'
import { canonicalJson } from '../canonical-json.ts'
import { mergeCorrections } from '../write-corrections.ts'
import { writeNote } from '../write-note.ts'
import type { Annotation } from '../annotation.ts'
import { hasKnownLists, mergeKnowledge } from './merge-knowledge.ts'
import { splitNote, type NoteDocument } from './note-parts.ts'

const ANNOTATION = /(?:^|\/)(?:chronicle|ultragit)\/v[123]$/
const KNOWLEDGE = /(?:^|\/)(?:chronicle|ultragit)\/knowledge-v1$/

/**
 * Merges two notes of one commit, whatever they contain, without losing anything of either. Associative, commutative
 * and idempotent.
 *
 * - Annotations are merged by content id: see `mergeAnnotations`. An annotation that is in both notes, or that is the
 *   only one, keeps its bytes. One that a reader cannot read completely is kept unchanged beside the others.
 * - Knowledge notes are merged entry by entry.
 * - Other JSON objects are kept once each, and lines of text are united as `git notes merge -s cat_sort_uniq` does it.
 */
export function mergeNotes(a: Uint8Array, b: Uint8Array, { commit }: { readonly commit: CommitId }): Uint8Array {
  if (isSameBytes(a, b)) return a
  const texts = [decode(a), decode(b)]
  const [one, other] = texts
  if (one === undefined || other === undefined) return mergeBytes(a, b)
  const parts = [splitNote(one), splitNote(other)]
  const documents = removeDuplicates(parts.flatMap((part) => part.documents))
  const lines = encode(parts.flatMap((part) => part.lines).join('\n'))
  const text = mergeCorrections(lines, new Uint8Array())
  if (documents.length === 0) return text
  const annotations = documents.filter(({ value }) => ANNOTATION.test(schemaOf(value)))
  const knowledge = documents.filter(({ value }) => KNOWLEDGE.test(schemaOf(value)))
  const foreign = documents.filter((each) => !annotations.includes(each) && !knowledge.includes(each))
  return concatenate([
    text,
    ...[...foreign, ...joinKnowledge(knowledge), ...joinAnnotations(annotations, commit)].map(({ text: each }) =>
      encode(`${each}\n`),
    ),
  ])
}

/** Merges the annotations that can be read without loss, and returns the other documents unchanged. */
function joinAnnotations(documents: readonly NoteDocument[], commit: CommitId): readonly Pick<NoteDocument, 'text'>[] {
  const whole: { readonly document: NoteDocument; readonly annotation: Annotation }[] = []
  const rest: NoteDocument[] = []
  for (const document of documents) {
    const reading = readNote(encode(document.text), { commit, maxRegions: Number.POSITIVE_INFINITY })
    const lossless = reading.diagnostics.every(({ code }) => LOSSLESS_DIAGNOSTICS.has(code))
    if (reading.annotation !== undefined && lossless) whole.push({ document, annotation: reading.annotation })
    else rest.push(document)
  }
  const [first, ...others] = whole
  if (first === undefined) return rest
  if (others.length === 0) return [...rest, first.document]
  const merged = mergeAll([first.annotation, ...others.map(({ annotation }) => annotation)])
  return [...rest, { text: new TextDecoder().decode(writeNote(merged)).trimEnd() }]
}

/** Diagnostics that do not mean that part of the note was lost. */
const LOSSLESS_DIAGNOSTICS: ReadonlySet<string> = new Set(['repaired_json', 'missing_intent'])

function joinKnowledge(documents: readonly NoteDocument[]): readonly Pick<NoteDocument, 'text'>[] {
  const known = documents.filter(({ value }) => hasKnownLists(value))
  if (known.length < 2) return documents
  const rest = documents.filter(({ value }) => !hasKnownLists(value))
  return [...rest, { text: canonicalJson(mergeKnowledge(known.map(({ value }) => value))) }]
}

/** Removes duplicate documents. The order does not depend on the sides; of two layouts, the smaller text is kept. */
function removeDuplicates(documents: readonly NoteDocument[]): readonly NoteDocument[] {
  const byKey = new Map<string, NoteDocument>()
  for (const document of documents) {
    const known = byKey.get(document.key)
    if (known === undefined || document.text < known.text) byKey.set(document.key, document)
  }
  return [...byKey.values()].sort((a, b) => compareText(a.key, b.key))
}

function schemaOf(document: JsonObject): string {
  const schema = document['$schema'] ?? document['schema']
  return typeof schema === 'string' ? schema : ''
}

/** Merges bytes that are not text: appends one side to the other, unless one contains the other. */
function mergeBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (!hasDocument(a) && !hasDocument(b)) return mergeCorrections(a, b)
  const [first, second] = compareText(latin1(a), latin1(b)) <= 0 ? [a, b] : [b, a]
  if (latin1(first).includes(latin1(second))) return first
  if (latin1(second).includes(latin1(first))) return second
  return concatenate([first, ...(first.at(-1) === NEWLINE ? [] : [Uint8Array.of(NEWLINE)]), second])
}

const NEWLINE = 0x0a
const BRACE = 0x7b

function hasDocument(bytes: Uint8Array): boolean {
  return bytes.some((byte, index) => byte === BRACE && (index === 0 || bytes[index - 1] === NEWLINE))
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const byteText = new TextDecoder('latin1')

function latin1(bytes: Uint8Array): string {
  return byteText.decode(bytes)
}

/** Returns `undefined` if the bytes are not UTF-8 or too large to read. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_NOTE_BYTES) return undefined
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    result.set(part, end)
    end += part.length
  }
  return result
}
