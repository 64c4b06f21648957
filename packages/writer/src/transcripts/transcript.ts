/** The coding agents whose transcripts are understood. */
export const TRANSCRIPT_FORMATS = ['claude-code', 'codex'] as const

/** The coding agent that left a transcript. */
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number]

/** Something that a person typed. */
export interface SaidEvent {
  readonly kind: 'said'
  /** The id of the message in its transcript. */
  readonly id: string
  /** Milliseconds since the epoch. Absent where the transcript does not say. */
  readonly at?: number
  /** As it was typed: what programs put into it has been taken out. */
  readonly text: string
  /** The transcript says that this was typed, where other lines only have it in the person's place. */
  readonly typed?: true
}

/** Lines that the model wrote with a tool. */
export interface WroteEvent {
  readonly kind: 'wrote'
  readonly at?: number
  /** As the tool was given it. Absent for a command whose files are not known. */
  readonly path?: string
  /** The folder that a relative path is in. */
  readonly cwd?: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** What happened in a session, as far as it is kept. */
export type TranscriptEvent = SaidEvent | WroteEvent

/** What is read of a transcript: what the person typed, and the lines that the model wrote. Nothing else is kept. */
export interface Transcript {
  readonly format: TranscriptFormat
  /** The id of the session. */
  readonly id: string
  /** The folders that it worked in. */
  readonly cwds: readonly string[]
  /** In the order in which they happened. */
  readonly events: readonly TranscriptEvent[]
  readonly lines: TranscriptLines
}

/** Lines of a transcript by what became of them. */
export interface TranscriptLines {
  readonly read: number
  /** Not JSON, of an unknown kind, or longer than is read. */
  readonly skipped: number
  /** The transcript has more than is read of one. */
  readonly cutOff: boolean
}

/** What one line of a transcript says. */
export interface ParsedLine {
  readonly events: readonly TranscriptEvent[]
  readonly session?: string
  readonly cwd?: string
  /** The line is of a kind that is not known. */
  readonly unknown?: true
}

export type Fields = Readonly<Record<string, unknown>>

export function objectIn(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** Parses an object of JSON. `undefined`: it is none. */
export function parseFields(json: string): Fields | undefined {
  try {
    return objectIn(JSON.parse(json))
  } catch {
    // Not JSON: text of a tool, or half a line.
    return undefined
  }
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

/** Milliseconds since the epoch of an RFC 3339 time. */
export function timeIn(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) ? time : undefined
}
