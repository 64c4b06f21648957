import { omitEmpty, omitUndefined } from '@chronicle/schema'
import { parseClaudeCodeLine } from './claude-code-line.ts'
import { parseCodexLine } from './codex-line.ts'
import {
  asObject,
  parseFields,
  asTime,
  type Fields,
  type ParsedLine,
  type Transcript,
  type TranscriptEvent,
} from './transcript.ts'

/** Limits on reading a transcript. */
export interface TranscriptLimits {
  /** Maximum number of events. Default 100,000. */
  readonly maxEvents?: number | undefined
  /** Maximum number of lines in one writing tool call. Default 20,000. */
  readonly maxWrittenLines?: number | undefined
  /** Maximum number of characters in one message of a person; the rest is ignored. Default 20,000. */
  readonly maxMessageCharacters?: number | undefined
}

const DEFAULT_EVENTS = 100_000
const DEFAULT_WRITTEN_LINES = 20_000
const DEFAULT_MESSAGE_CHARACTERS = 20_000

/**
 * Reads a transcript line by line. `undefined` in `lines` represents a line that was too long to read. Unintelligible
 * lines are skipped and counted. `undefined`: not a transcript of a known agent, or one of a sub-agent, in which nobody
 * typed anything.
 */
export async function readTranscript(
  lines: AsyncIterable<string | undefined>,
  limits: TranscriptLimits = {},
): Promise<Transcript | undefined> {
  const { maxEvents = DEFAULT_EVENTS, maxWrittenLines = DEFAULT_WRITTEN_LINES } = limits
  const { maxMessageCharacters = DEFAULT_MESSAGE_CHARACTERS } = limits
  const events: TranscriptEvent[] = []
  const cwds = new Set<string>()
  let format: Transcript['format'] | undefined
  let id: string | undefined
  let [read, skipped, cutOff] = [0, 0, false]
  let cwd: string | undefined
  let at: number | undefined
  for await (const line of lines) {
    if (line?.trim() === '') continue
    read++
    // The last line of a running session may be incomplete.
    const fields = line === undefined ? undefined : parseFields(line)
    if (fields === undefined) {
      skipped++
      continue
    }
    if (isSubAgent(fields)) return undefined
    at = asTime(fields['timestamp']) ?? at
    const when = omitUndefined({ at })
    format ??= formatOf(fields)
    const parsed = parseAs(format, fields, read)
    if (parsed.unknown === true) skipped++
    id ??= parsed.session
    cwd = parsed.cwd ?? cwd
    if (parsed.cwd !== undefined) cwds.add(parsed.cwd)
    for (const event of parsed.events) {
      if (event.kind === 'said') events.push({ ...when, ...event, text: event.text.slice(0, maxMessageCharacters) })
      else {
        const [added, removed] = [event.added, event.removed].map((each) => each.slice(0, maxWrittenLines))
        events.push({
          ...omitUndefined({ cwd }),
          ...when,
          ...event,
          added: added ?? [],
          removed: removed ?? [],
        })
      }
    }
    if (events.length >= maxEvents) {
      cutOff = true
      break
    }
  }
  if (format === undefined || id === undefined) return undefined
  return { format, id, cwds: [...cwds], events: withoutRepeatedMessages(events), lines: { read, skipped, cutOff } }
}

function formatOf(fields: Fields): Transcript['format'] | undefined {
  if ('sessionId' in fields && ('uuid' in fields || 'type' in fields)) return 'claude-code'
  if ('payload' in fields && 'type' in fields) return 'codex'
  return typeof fields['id'] === 'string' && 'timestamp' in fields && !('type' in fields) ? 'codex' : undefined
}

function parseAs(format: Transcript['format'] | undefined, fields: Fields, number: number): ParsedLine {
  if (format === 'claude-code') return parseClaudeCodeLine(fields)
  if (format === 'codex') return parseCodexLine(fields, number)
  // A transcript may start with lines that do not identify the agent.
  const { type } = fields
  return { events: [], ...omitEmpty({ unknown: !(type === 'summary' || type === 'file-history-snapshot') }) }
}

/** The first line of a Codex rollout says whether the session belongs to another one. */
function isSubAgent(fields: Fields): boolean {
  if (fields['type'] !== 'session_meta') return false
  const payload = asObject(fields['payload'])
  const source = payload?.['source']
  return (
    asObject(source)?.['subagent'] !== undefined || source === 'subagent' || payload?.['thread_source'] === 'subagent'
  )
}

/**
 * Codex writes typed text twice, for the model and for the screen, and resumed sessions of both agents repeat earlier
 * messages.
 */
function withoutRepeatedMessages(events: readonly TranscriptEvent[]): readonly TranscriptEvent[] {
  const ids = new Set<string>()
  let last: string | undefined
  const hasTypedMarks = events.some((event) => event.kind === 'said' && event.typed === true)
  return events.filter((event) => {
    if (event.kind !== 'said') {
      last = undefined
      return true
    }
    if (hasTypedMarks && event.typed !== true) return false
    const known = ids.has(event.id) || event.text === last
    ids.add(event.id)
    last = event.text
    return !known
  })
}
