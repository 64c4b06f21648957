import type { JsonSchema } from './request/parameter-kinds.ts'
import { SOURCE_MODES } from './request/source-request.ts'

/** Returns the JSON Schema of an answer, for tool declarations. It is complete: an answer has no other keys. */
export function sourceResponseSchema(): JsonSchema {
  const symbol = symbolFields()
  return closed(
    {
      ok: { const: true },
      mode: { type: 'string', enum: SOURCE_MODES },
      target: text,
      text,
      location: closed({ file: text, line: lineOrNull, end_line: lineOrNull }),
      meta: closed(
        {
          truncated: flag,
          token_estimate: count,
          preview_degraded: flag,
          degraded_by: list({
            type: 'string',
            enum: ['limit', 'max_preview_chars', 'search', 'context', 'diff', 'constraints'],
          }),
          total_lines: count,
          next_cursor: text,
          at: { type: 'string', enum: ['WORKTREE', 'HEAD'] },
          blob: text,
          not_utf8: flag,
          end_line_clamped: flag,
          resolved_symbol: closed(
            { ...symbol, match: { type: 'string', enum: ['id', 'exact', 'unqualified'] }, also: list(text) },
            [...ALWAYS_IN_SYMBOL, 'match'],
          ),
          search: closed({ files: count, searched: count, parsed: count, complete: flag }),
          context: closed({
            enclosing: list(closed(symbol, ALWAYS_IN_SYMBOL)),
            beside: list(closed(symbol, ALWAYS_IN_SYMBOL)),
          }),
          partial_outline: flag,
          against: text,
          against_commit: text,
          compared: { type: 'string', enum: ['current', 'content', 'edits'] },
          changed: flag,
          added_lines: count,
          removed_lines: count,
          binary: flag,
          constraints: list(
            closed(
              {
                text,
                source: { type: 'string', enum: ['author', 'inferred'] },
                about: text,
                lines: closed({ start: count, end: count }),
                commit: text,
              },
              ['text', 'source', 'about', 'commit'],
            ),
          ),
          constraints_error: closed({ code: text, message: text }),
        },
        ALWAYS_IN_META,
      ),
    },
    ['ok', 'mode', 'target', 'location', 'meta'],
  )
}

const ALWAYS_IN_META = ['truncated', 'token_estimate', 'preview_degraded', 'total_lines', 'at']
const ALWAYS_IN_SYMBOL = ['id', 'name', 'type', 'file', 'lines']

const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const lineOrNull: JsonSchema = { type: ['integer', 'null'], minimum: 1 }

function symbolFields(): Readonly<Record<string, JsonSchema>> {
  return { id: text, name: text, type: text, file: text, lines: closed({ start: count, end: count }), signature: text }
}

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

/** Returns the schema of an object with these keys and no others. */
function closed(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}
