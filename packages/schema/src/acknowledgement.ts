import { isJsonObject } from './canonical-json.ts'
import type { NotesRef } from './ids.ts'
import { parseJson } from './read-note/parse-documents.ts'

/** The identifier of the format of one stored acknowledgement. */
export const ACKNOWLEDGEMENT_SCHEMA = 'chronicle-ack/v1'

/** The trailer of a commit message that acknowledges a finding: `Chronicle-Ack: <finding> <reason>`. */
export const ACKNOWLEDGEMENT_TRAILER = 'Chronicle-Ack'

/** Minimum number of hexadecimal digits of a finding id. */
export const MIN_FINDING_DIGITS = 10

/**
 * Number of hexadecimal digits of a full finding id, which distinguishes two findings of one answer with the same
 * beginning.
 */
export const MAX_FINDING_DIGITS = 13

const FINDING_ID = /^[0-9a-f]{10,13}$/

/**
 * The id of a finding of `check`.
 *
 * @pattern FINDING_ID
 */
export type FindingId = string

/** The answer of a person or agent to a finding of `check`: why the change is acceptable nevertheless. */
export interface StoredAcknowledgement {
  /** The id of the finding. */
  readonly finding: string
  readonly reason: string
  /** `Name <email>`. */
  readonly author: string
  /** RFC 3339. */
  readonly timestamp: string
}

/** Returns the ref of the acknowledgements that belong to the annotations in a notes ref. */
export function acknowledgementsRef(notesRef: NotesRef): NotesRef {
  return `${notesRef}-acks` as NotesRef
}

/** Returns an acknowledgement as the stored document, with its keys in a fixed order. */
export function acknowledgementDocument(acknowledgement: StoredAcknowledgement): Readonly<Record<string, string>> {
  const { finding, reason, author, timestamp } = acknowledgement
  return { $schema: ACKNOWLEDGEMENT_SCHEMA, finding, reason, author, timestamp }
}

/**
 * Parses the bytes of an acknowledgements note: one JSON object per line. Never throws. Any other line acknowledges
 * nothing and is counted in `unreadable`.
 */
export function readAcknowledgements(bytes: Uint8Array): {
  readonly acknowledgements: readonly StoredAcknowledgement[]
  readonly unreadable: number
} {
  const lines = new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const acknowledgements = lines
    .map((line) => parseAcknowledgement(parseJson(line)))
    .filter((each) => each !== undefined)
  return { acknowledgements, unreadable: lines.length - acknowledgements.length }
}

/**
 * Parses one acknowledgement from a JSON value. Returns `undefined` if it lacks the finding, the reason or the author.
 */
export function parseAcknowledgement(value: unknown): StoredAcknowledgement | undefined {
  if (!isJsonObject(value) || value['$schema'] !== ACKNOWLEDGEMENT_SCHEMA) return undefined
  const { finding, reason, author, timestamp } = value
  if (typeof finding !== 'string' || typeof reason !== 'string' || typeof author !== 'string') return undefined
  if (!FINDING_ID.test(finding) || reason.trim() === '') return undefined
  return { finding, reason: reason.trim(), author, timestamp: typeof timestamp === 'string' ? timestamp : '' }
}

/** One `Chronicle-Ack` line of a commit message. The reason is empty if the line contains none. */
export interface AcknowledgementTrailer {
  readonly finding: string
  readonly reason: string
}

/**
 * Parses the `Chronicle-Ack` lines anywhere in a commit message: a squash keeps the messages of several commits. A line
 * that begins with a blank continues the previous one, as in any trailer.
 */
export function readAcknowledgementTrailers(message: string): readonly AcknowledgementTrailer[] {
  const trailers: AcknowledgementTrailer[] = []
  const pattern = /^([ \t]*)chronicle-ack:[ \t]*([0-9a-f]{10,13})(?![0-9a-z])[ \t]*(.*(?:\n\1[ \t]+\S.*)*)/gim
  for (const [, , finding = '', reason = ''] of message.replaceAll('\r', '').matchAll(pattern)) {
    trailers.push({ finding: finding.toLowerCase(), reason: reason.replace(/\s+/g, ' ').trim() })
  }
  return trailers
}

/** Returns the trailer line that acknowledges a finding. */
export function formatAcknowledgementTrailer({ finding, reason }: AcknowledgementTrailer): string {
  return `${ACKNOWLEDGEMENT_TRAILER}: ${finding} ${reason.replace(/\s+/g, ' ').trim()}`
}
