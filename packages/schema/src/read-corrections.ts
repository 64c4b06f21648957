import { assemble } from './assemble-document.ts'
import { isJsonObject } from './canonical-json.ts'
import type { Diagnostic } from './coded-error.ts'
import {
  CORRECTION_SCHEMA,
  CORRECTION_TYPES,
  type Condensation,
  type Correction,
  type CorrectionPlace,
} from './correction.ts'
import type { CommitId } from './ids.ts'
import { readAnchor } from './read-note/read-anchor.ts'
import { FieldReader } from './read-note/field-reader.ts'
import { isTooDeep, MAX_NESTING } from './read-note/nesting.ts'
import { NoteProblems, quote } from './read-note/note-problems.ts'
import { decodeNote, MAX_NOTE_BYTES, parseJson } from './read-note/parse-documents.ts'
import { repairJson } from './read-note/repair-json.ts'
import { omitUndefined } from './omit-undefined.ts'

/** Maximum number of corrections that are read. Further ones are skipped and reported. */
const MAX_CORRECTIONS = 500

/** The result of reading a note of corrections. */
export interface CorrectionsReading {
  /** The corrections, in the order of the note. */
  readonly corrections: readonly Correction[]
  /**
   * `unreadable_correction`: a line was skipped. `ignored_field`: a value was skipped. Also `invalid_utf8` and
   * `malformed_note`.
   */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads the bytes of a note of corrections: one JSON object per line. Never throws; a line that cannot be understood is
 * skipped and reported, and the rest is read. Values of unknown keys are kept.
 */
export function readCorrections(bytes: Uint8Array, context: { readonly commit: CommitId }): CorrectionsReading {
  const problems = new NoteProblems(context.commit)
  const corrections: Correction[] = []
  if (bytes.length > MAX_NOTE_BYTES) {
    problems.malformed(`its corrections have ${bytes.length} bytes; the most that is read is ${MAX_NOTE_BYTES}`)
    return { corrections, diagnostics: problems.diagnostics() }
  }
  const lines = decodeNote(bytes, problems).split('\n')
  for (const [index, line] of lines.entries()) {
    if (/^[\s\0]*$/.test(line)) continue
    if (corrections.length === MAX_CORRECTIONS) {
      problems.unreadableCorrection(index + 1, `there are more than ${MAX_CORRECTIONS}; the rest is left out`)
      break
    }
    const correction = readLine(line, index + 1, problems)
    if (correction !== undefined) corrections.push(correction)
  }
  return { corrections, diagnostics: problems.diagnostics() }
}

function readLine(line: string, number: number, problems: NoteProblems): Correction | undefined {
  const refuse = (reason: string): undefined => {
    problems.unreadableCorrection(number, reason)
    return undefined
  }
  if (isTooDeep(line)) return refuse(`its JSON is nested more than ${MAX_NESTING} levels deep`)
  const value = parseJson(line) ?? parseJson(repairJson(line))
  if (!isJsonObject(value)) return refuse('it is not one JSON object on one line')
  const fields = new FieldReader(value, `correction ${number} `, problems)
  const schema = fields.text('$schema')
  if (schema !== undefined && schema !== CORRECTION_SCHEMA) return refuse(`it has the unknown $schema ${quote(schema)}`)
  const correction = readCorrection(fields)
  if (correction !== undefined) return correction
  return refuse(
    isJsonObject(value['condensed'])
      ? 'it is one of a set of corrections, and does not say of which'
      : `it has no correction_type out of ${CORRECTION_TYPES.join(', ')}`,
  )
}

/**
 * Parses one correction from JSON, such as an entry of `corrections` in a region that another tool recorded. Returns
 * `undefined` when its type is missing.
 */
export function parseCorrection(value: unknown): Correction | undefined {
  if (!isJsonObject(value)) return undefined
  const fields = new FieldReader(value, '', new NoteProblems('' as CommitId))
  // Marks the key as known; its value does not matter here.
  fields.value('$schema')
  return readCorrection(fields)
}

function readCorrection(fields: FieldReader): Correction | undefined {
  const type = fields.word('correction_type', CORRECTION_TYPES)
  const condensed = readCondensation(fields.object('condensed'))
  // One part of a set, applied without the others, would lose something.
  if (fields.has('condensed') && condensed === undefined) return undefined
  const optional = omitUndefined({
    file: fields.regionPath('file'),
    anchor: fields.text('anchor'),
    intent: fields.text('intent'),
    field: fields.text('field'),
    target_value: fields.text('target_value'),
    replacement: fields.text('replacement'),
    condensed,
    superseded_by: fields.text('superseded_by'),
    place: readPlace(fields.object('place')),
    at_commit: fields.text('at_commit'),
  })
  const correction = {
    ...optional,
    reason: fields.text('reason') ?? '',
    author: fields.text('author') ?? '',
    timestamp: fields.time('timestamp') ?? '',
    ...fields.unknownKeys(),
  }
  return type === undefined ? undefined : { correction_type: type, ...correction }
}

function readCondensation(fields: FieldReader | undefined): Condensation | undefined {
  if (fields === undefined) return undefined
  const [model, set] = [fields.text('with'), fields.text('set')]
  const [texts, commits, parts] = [fields.line('texts'), fields.line('commits'), fields.line('parts')]
  if (model === undefined || set === undefined || texts === undefined || parts === undefined) {
    return fields.reject('it lacks the model, the set, or the number of texts or parts')
  }
  return { with: model, texts, ...omitUndefined({ commits }), set, parts }
}

function readPlace(fields: FieldReader | undefined): CorrectionPlace | undefined {
  const file = fields?.regionPath('file')
  if (fields === undefined || file === undefined) return fields?.reject('the place names no file')
  const anchor = readAnchor(fields, 'ast_anchor')
  const lines = fields.lines('lines')
  return {
    file,
    ...omitUndefined({ ast_anchor: anchor, lines }),
  }
}

/** Returns a correction as the document that is stored: keys in a fixed order, then unknown keys in code unit order. */
export function correctionDocument(correction: Correction): Readonly<Record<string, unknown>> {
  const { condensed, place, unknown_keys: unknown } = correction
  const values = {
    ...correction,
    condensed: condensed && condensationDocument(condensed),
    place: place && placeDocument(place),
  }
  const known = KEYS.map((key) => [key, values[key] === '' ? undefined : values[key]] as const)
  return assemble({ $schema: CORRECTION_SCHEMA, ...Object.fromEntries(known) }, unknown)
}

function placeDocument({ file, ast_anchor: anchor, lines }: CorrectionPlace): Readonly<Record<string, unknown>> {
  const { type, name, signature } = anchor ?? {}
  return {
    file,
    ...omitUndefined({
      ast_anchor: anchor && { type, name, ...omitUndefined({ signature }) },
      lines: lines && { start: lines.start, end: lines.end },
    }),
  }
}

function condensationDocument({ with: model, texts, commits, set, parts }: Condensation): Condensation {
  return { with: model, texts, ...omitUndefined({ commits }), set, parts }
}

const KEYS = [
  'file',
  'anchor',
  'intent',
  'correction_type',
  'field',
  'target_value',
  'replacement',
  'condensed',
  'superseded_by',
  'place',
  'at_commit',
  'reason',
  'author',
  'timestamp',
] as const satisfies readonly (keyof Correction)[]
