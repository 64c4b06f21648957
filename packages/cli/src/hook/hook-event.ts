import { isAbsolute, resolve } from 'node:path'
import { commitFolder } from './commit-folder.ts'
import { parseFileChange, type FileChange } from './file-change.ts'

/** An event of a Claude Code hook that we handle (https://code.claude.com/docs/en/hooks). */
export type HookEvent =
  | {
      readonly kind: 'edit'
      readonly name: string
      readonly session: string | undefined
      readonly path: string
      readonly change: FileChange
    }
  | {
      readonly kind: 'commit'
      readonly name: string
      readonly session: string | undefined
      readonly dir: string
      /** Path of the file that the session is written to. */
      readonly transcript: string | undefined
    }

const EDITING = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])

/**
 * Parses the JSON input of a hook. `undefined`: nothing to do. `'malformed'`: it does not have the documented shape.
 */
export function parseHookEvent(text: string): HookEvent | 'malformed' | undefined {
  const event = parseObject(text)
  const name = event?.['hook_event_name']
  const tool = event?.['tool_name']
  if (typeof name !== 'string') return 'malformed'
  const input = objectIn(event?.['tool_input'])
  const cwd = textIn(event?.['cwd']) ?? '/'
  const session = textIn(event?.['session_id'])
  if (name === 'PreToolUse' && typeof tool === 'string' && EDITING.has(tool)) {
    const path = textIn(input?.['file_path']) ?? textIn(input?.['notebook_path'])
    const change = parseFileChange(tool, input ?? {})
    if (path === undefined || change === undefined) return 'malformed'
    return { kind: 'edit', name, session, path: isAbsolute(path) ? path : resolve(cwd, path), change }
  }
  if (name === 'PostToolUse' && tool === 'Bash') {
    const command = textIn(input?.['command'])
    if (command === undefined) return 'malformed'
    const dir = commitFolder(command)
    const transcript = textIn(event?.['transcript_path'])
    return dir === undefined ? undefined : { kind: 'commit', name, session, dir: resolve(cwd, dir), transcript }
  }
  return undefined
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectIn(JSON.parse(text))
  } catch {
    return undefined
  }
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
