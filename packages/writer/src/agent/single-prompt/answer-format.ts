import { omitUndefined } from '@chronicle/schema'
import { concernSchema, emissionSchema } from '../accept/emission.ts'
import { toolSchema } from '../tools/agent-tool.ts'

/** Returns the instructions for a model without tools to write, as JSON, what it would pass to tools. */
export function answerFormat(): string {
  return `Answer with one JSON object:
{"annotations": [...], "cross_cutting": [...], "nothing_to_record": "why, if both are empty", "summary": "what the commit is for"}
An entry of annotations, as JSON Schema:
${JSON.stringify(toolSchema(emissionSchema))}
An entry of cross_cutting:
${JSON.stringify(toolSchema(concernSchema))}`
}

/** A model's answer before any of it is validated. */
export interface JsonDocument {
  readonly annotations: readonly unknown[]
  readonly concerns: readonly unknown[]
  readonly nothing?: string
  readonly summary?: string
}

/** Reads a model's answer. A bare list counts as the annotations, and a single annotation as a list of one. */
export function readDocument(value: unknown): JsonDocument {
  if (Array.isArray(value)) return { annotations: value, concerns: [] }
  if (typeof value !== 'object' || value === null) return { annotations: [], concerns: [] }
  const fields = value as Readonly<Record<string, unknown>>
  if (fields['intent'] !== undefined) return { annotations: [value], concerns: [] }
  const nothing = text(fields['nothing_to_record'])
  const summary = text(fields['summary'])
  return {
    annotations: list(fields['annotations'] ?? fields['regions']),
    concerns: list(fields['cross_cutting']),
    ...omitUndefined({ nothing, summary }),
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
