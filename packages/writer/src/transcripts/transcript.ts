import { parseTimestamp } from '@chronicle/schema'

/** The coding agents whose transcripts can be read. */
export const TRANSCRIPT_FORMATS = ['claude-code', 'codex'] as const

/** The coding agent that wrote a transcript. */
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number]

/** A message that a person typed. */
export interface SaidEvent {
  readonly kind: 'said'
  /** The id of the message in its transcript. */
  readonly id: string
  /** Milliseconds since the epoch. Absent if the transcript does not contain it. */
  readonly at?: number
  /** The text as typed, without what programs inserted. */
  readonly text: string
  /** Whether the transcript marks the message as typed. Other lines only have the person's role. */
  readonly typed?: true
}

/** Lines that the model wrote with a tool. */
export interface WroteEvent {
  readonly kind: 'wrote'
  readonly at?: number
  /** The path given to the tool. Absent for a command whose files are unknown. */
  readonly path?: string
  /** The folder that a relative path refers to. */
  readonly cwd?: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** An event of a session that is kept. */
export type TranscriptEvent = SaidEvent | WroteEvent

/**
 * The relevant part of a transcript: what the person typed, and the lines that the model wrote. Nothing else is kept.
 */
export interface Transcript {
  readonly format: TranscriptFormat
  /** The id of the session. */
  readonly id: string
  /** The working directories of the session. */
  readonly cwds: readonly string[]
  /** In chronological order. */
  readonly events: readonly TranscriptEvent[]
  readonly lines: TranscriptLines
}

/** Number of lines in a transcript, by how they were handled. */
export interface TranscriptLines {
  readonly read: number
  /** Lines that are not JSON, of an unknown kind, or too long. */
  readonly skipped: number
  /** Whether the transcript exceeds the limits. */
  readonly cutOff: boolean
}

/** The content of one line of a transcript. */
export interface ParsedLine {
  readonly events: readonly TranscriptEvent[]
  readonly session?: string
  readonly cwd?: string
  /** Set when the kind of line is unknown. */
  readonly unknown?: true
}

export type Fields = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** Parses a JSON object. `undefined`: it is not one. */
export function parseFields(json: string): Fields | undefined {
  try {
    return asObject(JSON.parse(json))
  } catch {
    // Not JSON: a tool's text, or part of a line.
    return undefined
  }
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

/** Parses an RFC 3339 time to milliseconds since the epoch. */
export function asTime(value: unknown): number | undefined {
  return typeof value === 'string' ? parseTimestamp(value) : undefined
}
