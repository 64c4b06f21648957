import { omitUndefined } from '@chronicle/schema'
import { changedLines, linesOf } from './changed-lines.ts'
import { commandWrites } from './command-writes.ts'
import { asList, asObject, asText, asTime, type Fields, type ParsedLine, type TranscriptEvent } from './transcript.ts'
import { typedText } from './typed-text.ts'

/** Kinds of lines that are known to be irrelevant. */
const IDLE = new Set([
  ...['summary', 'system', 'progress', 'file-history-snapshot', 'queue-operation', 'attachment', 'last-prompt'],
  ...['custom-title', 'ai-title', 'agent-name', 'tag', 'mode', 'permission-mode', 'pr-link', 'result', 'started'],
])

/**
 * Parses one line of a transcript of Claude Code (`~/.claude/projects/<folder>/<session>.jsonl`). Prompts of
 * sub-agents, text inserted by programs, and compaction summaries have the person's role, but are not the person's
 * words.
 */
export function parseClaudeCodeLine(line: Fields): ParsedLine {
  const { type } = line
  const session = asText(line['sessionId'])
  const cwd = asText(line['cwd'])
  const about = omitUndefined({ session, cwd })
  if (type === 'user') return { ...about, events: saidIn(line) }
  if (type === 'assistant') return { ...about, events: writtenIn(line, cwd) }
  return typeof type === 'string' && IDLE.has(type) ? { ...about, events: [] } : { ...about, events: [], unknown: true }
}

function saidIn(line: Fields): readonly TranscriptEvent[] {
  const isPerson =
    line['isSidechain'] !== true &&
    line['isMeta'] !== true &&
    line['isCompactSummary'] !== true &&
    line['isVisibleInTranscriptOnly'] !== true &&
    line['toolUseResult'] === undefined &&
    line['sourceToolUseID'] === undefined &&
    (line['userType'] === undefined || line['userType'] === 'external') &&
    isHumanOrigin(line['origin'])
  if (!isPerson) return []
  const message = asObject(line['message'])
  if (message?.['role'] !== undefined && message['role'] !== 'user') return []
  const content = message?.['content']
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content)
  const parts = blocks.map((block) => asObject(block))
  // The program adds tool results and any text beside them.
  if (parts.some((part) => part?.['type'] === 'tool_result')) return []
  const texts = parts.flatMap((part) => (part?.['type'] === 'text' ? (asText(part['text']) ?? []) : []))
  const text = typedText(texts.map((each) => each.replace(/\r\n?/g, '\n')))
  const at = asTime(line['timestamp'])
  const id = asText(line['uuid'])
  if (text === undefined || id === undefined) return []
  return [{ kind: 'said', id, text, ...omitUndefined({ at }) }]
}

/** Prompts of hooks, timers and other agents have an origin. */
function isHumanOrigin(origin: unknown): boolean {
  const kind = asObject(origin)?.['kind'] ?? origin
  return kind === undefined || kind === null || kind === 'human' || kind === 'user'
}

function writtenIn(line: Fields, cwd: string | undefined): readonly TranscriptEvent[] {
  const at = asTime(line['timestamp'])
  const when = omitUndefined({ at })
  const where = omitUndefined({ cwd })
  return asList(asObject(line['message'])?.['content']).flatMap((block): readonly TranscriptEvent[] => {
    const use = asObject(block)
    const input = asObject(use?.['input'])
    if (use?.['type'] !== 'tool_use' || input === undefined) return []
    if (use['name'] === 'Bash') return commandWrites(asText(input['command']) ?? '', { ...when, ...where })
    const path = asText(input['file_path']) ?? asText(input['notebook_path'])
    if (path === undefined) return []
    return editsIn(use['name'], input).map((edit) => ({ kind: 'wrote', path, ...edit, ...when, ...where }))
  })
}

interface WrittenLines {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

function editsIn(tool: unknown, input: Fields): readonly WrittenLines[] {
  if (tool === 'Write') return [{ added: linesOf(asText(input['content']) ?? ''), removed: [] }]
  if (tool === 'NotebookEdit') return [{ added: linesOf(asText(input['new_source']) ?? ''), removed: [] }]
  if (tool !== 'Edit' && tool !== 'MultiEdit') return []
  const edits = tool === 'MultiEdit' ? asList(input['edits']) : [input]
  return edits.flatMap((each) => {
    const edit = asObject(each)
    const [before, after] = [edit?.['old_string'], edit?.['new_string']]
    return typeof before === 'string' && typeof after === 'string' ? [changedLines(before, after)] : []
  })
}
