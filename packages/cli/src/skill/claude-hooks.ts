import { isDeepStrictEqual } from 'node:util'
import { getNodeValue } from 'jsonc-parser'
import { ok, type Result } from '@chronicle/schema'
import { appendInJson, removeFromJson } from '../config-files/edit-json.ts'
import { nodeAt, parseJsonText, type JsonValue, type MalformedConfig } from '../config-files/json-text.ts'

/**
 * Claude Code hooks by event (https://code.claude.com/docs/en/hooks). With `|| true`, a person without the command does
 * not see an error at every edit.
 */
export const CLAUDE_HOOKS: Readonly<Record<string, JsonValue>> = {
  PreToolUse: groupFor('Edit|MultiEdit|Write|NotebookEdit'),
  PostToolUse: groupFor('Bash'),
}

function groupFor(matcher: string): JsonValue {
  return { matcher, hooks: [{ type: 'command', command: 'git chronicle hook claude-code || true', timeout: 10 }] }
}

/** Adds missing hooks, and replaces those of an earlier version. */
export function setHooks(text: string, file: string): Result<string, MalformedConfig> {
  return Object.entries(CLAUDE_HOOKS).reduce<Result<string, MalformedConfig>>(
    (edited, [event, group]) =>
      edited.andThen((before) => {
        if (groupsOf(before, event).some((each) => isDeepStrictEqual(each, group))) return ok(before)
        return removeHooks(before, file, [event]).andThen((rest) =>
          appendInJson(rest ?? '', ['hooks', event], group, file),
        )
      }),
    parseJsonText(withoutMark(text), file).map(() => text),
  )
}

/** Removes our hooks, even if they were moved within their events. Returns `undefined` when nothing else is left. */
export function removeHooks(
  text: string,
  file: string,
  events: readonly string[] = Object.keys(CLAUDE_HOOKS),
): Result<string | undefined, MalformedConfig> {
  const place = events.flatMap((event) => placesOf(text, event))[0]
  if (place === undefined) return parseJsonText(withoutMark(text), file).map(() => text)
  return removeFromJson(text, place, file).andThen((rest) =>
    rest === undefined ? ok(undefined) : removeHooks(rest, file, events),
  )
}

/** Returns the paths to our hooks of an event, or to the whole group if it contains nothing else. */
function placesOf(text: string, event: string): readonly (readonly (string | number)[])[] {
  return groupsOf(text, event).flatMap((group, index) => {
    const hooks = hooksOf(group)
    const ours = hooks.flatMap((hook, position) => (isOurs(hook) ? [position] : []))
    if (ours.length > 0 && ours.length === hooks.length) return [['hooks', event, index]]
    return ours.map((position) => ['hooks', event, index, 'hooks', position])
  })
}

function groupsOf(text: string, event: string): readonly unknown[] {
  const root = parseJsonText(withoutMark(text), '').unwrapOr(undefined)
  const node = nodeAt(root, ['hooks', event])
  // `getNodeValue` returns objects without a prototype, which would not compare as equal.
  return node?.type === 'array' ? structuredClone(getNodeValue(node) as readonly unknown[]) : []
}

function hooksOf(group: unknown): readonly unknown[] {
  const hooks = typeof group === 'object' && group !== null && 'hooks' in group ? group.hooks : undefined
  return Array.isArray(hooks) ? hooks : []
}

function isOurs(hook: unknown): boolean {
  const command = typeof hook === 'object' && hook !== null && 'command' in hook ? hook.command : undefined
  return typeof command === 'string' && command.includes('chronicle hook claude-code')
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/u, '')
}
