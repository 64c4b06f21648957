import { omitUndefined } from '@chronicle/schema'
import { commandWrites } from './command-writes.ts'
import { parsePatch } from './parse-patch.ts'
import {
  asList,
  asObject,
  parseFields,
  asText,
  asTime,
  type Fields,
  type ParsedLine,
  type TranscriptEvent,
} from './transcript.ts'
import { typedText } from './typed-text.ts'

const IDLE = new Set(['compacted', 'turn_context', 'ghost_snapshot', 'world_state', 'inter_agent_communication'])

/**
 * Parses one line of a Codex rollout (`~/.codex/sessions/…/rollout-*.jsonl`), in the current format or the first one,
 * whose lines are bare items. `number` is the line number: messages have no id of their own.
 */
export function parseCodexLine(line: Fields, number: number): ParsedLine {
  const payload = asObject(line['payload'])
  const at = asTime(line['timestamp'])
  const when = omitUndefined({ at })
  const { type } = line
  if (type === 'session_meta' && payload !== undefined) {
    const session = asText(payload['id']) ?? asText(payload['session_id'])
    return { events: [], ...omitUndefined({ session }), ...cwdIn(payload) }
  }
  if (type === 'turn_context' && payload !== undefined) return { events: [], ...cwdIn(payload) }
  if (type === 'event_msg') return { events: typedIn(payload, number, when) }
  if (type === 'response_item' && payload !== undefined) return { events: itemEvents(payload, number, when) }
  if (payload === undefined && typeof line['id'] === 'string' && type === undefined) {
    return { events: [], session: line['id'], ...cwdIn(line) }
  }
  if (payload === undefined && isItem(type)) return { events: itemEvents(line, number, when) }
  const isIdle = (typeof type === 'string' && IDLE.has(type)) || line['record_type'] !== undefined
  return isIdle ? { events: [] } : { events: [], unknown: true }
}

function cwdIn(fields: Fields): { readonly cwd?: string } {
  const cwd = asText(fields['cwd'])
  return omitUndefined({ cwd })
}

const ITEMS = new Set([
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['local_shell_call', 'web_search_call'],
])

function isItem(type: unknown): boolean {
  return typeof type === 'string' && ITEMS.has(type)
}

/** Returns what the person typed, from the event that the program shows on its screen. */
function typedIn(
  payload: Fields | undefined,
  number: number,
  when: { readonly at?: number },
): readonly TranscriptEvent[] {
  if (payload?.['type'] !== 'user_message') return []
  const kind = payload['kind']
  if (kind !== undefined && kind !== null && kind !== 'plain') return []
  const text = typedText([asText(payload['message']) ?? ''])
  return text === undefined ? [] : [{ kind: 'said', id: `line-${number}`, text, typed: true, ...when }]
}

function itemEvents(item: Fields, number: number, when: { readonly at?: number }): readonly TranscriptEvent[] {
  const { type } = item
  if (type === 'message' && item['role'] === 'user') {
    const parts = asList(item['content']).map((part) => asObject(part))
    const texts = parts.flatMap((part) => (part?.['type'] === 'input_text' ? (asText(part['text']) ?? []) : []))
    const text = typedText(texts)
    return text === undefined ? [] : [{ kind: 'said', id: `line-${number}`, text, ...when }]
  }
  if (type === 'custom_tool_call') return patchEvents(asText(item['input']) ?? '', when)
  if (type === 'function_call') return callEvents(item, when)
  if (type === 'local_shell_call') return shellEvents(asObject(item['action']), when)
  return []
}

function patchEvents(text: string, about: { readonly at?: number; readonly cwd?: string }): readonly TranscriptEvent[] {
  return parsePatch(text).map((patch) => ({ kind: 'wrote', ...patch, ...about }))
}

function callEvents(item: Fields, when: { readonly at?: number }): readonly TranscriptEvent[] {
  const given = asText(item['arguments'])
  const input = given === undefined ? undefined : parseFields(given)
  if (input === undefined) return given === undefined ? [] : patchEvents(given, when)
  if (item['name'] === 'apply_patch') return patchEvents(asText(input['input']) ?? asText(input['patch']) ?? '', when)
  return shellEvents(input, when)
}

function shellEvents(input: Fields | undefined, when: { readonly at?: number }): readonly TranscriptEvent[] {
  if (input === undefined) return []
  const command = input['command'] ?? input['cmd']
  const words = typeof command === 'string' ? [command] : asList(command).flatMap((word) => asText(word) ?? [])
  const cwd = asText(input['workdir']) ?? asText(input['working_directory'])
  return commandWrites(words.join('\n'), { ...when, ...omitUndefined({ cwd }) })
}
