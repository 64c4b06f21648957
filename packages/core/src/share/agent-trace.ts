import {
  completeRegion,
  normalizeRegionPath,
  omitEmpty,
  omitUndefined,
  isJsonObject,
  type Annotation,
  type CommitId,
  type ExportDocument,
  type Region,
  type JsonObject,
} from '@chronicle/schema'
import { losslessAnnotation } from '../notes/read-whole-notes.ts'
import { importNote } from './note-values.ts'

/*
 * Agent Trace (agent-trace.dev): records of the lines of a revision that each conversation with a model contributed. A
 * record says who wrote the code but not why. It is stored whole beside the region, so that it can be exported again.
 */

/** Version of the specification used for writing. */
const VERSION = '0.1.0'
/** The keys of the stored trace record of a region, and of our additions to a record. */
const TRACE_KEY = 'agent_trace'
const VENDOR_KEY = 'chronicle'

/** Whether a JSON object is a trace record. */
export function isAgentTrace(value: JsonObject): boolean {
  return (
    typeof value['version'] === 'string' &&
    typeof value['id'] === 'string' &&
    Array.isArray(value['files']) &&
    value['files'].every((file) => isJsonObject(file) && typeof file['path'] === 'string')
  )
}

/** Returns the revision of a record, or the reason why it has no git revision. */
export function revisionOf(record: JsonObject): { readonly revision: string } | { readonly reason: string } {
  const vcs = record['vcs']
  if (!isJsonObject(vcs)) return { reason: 'the trace names no revision' }
  const { type, revision } = vcs
  if (type !== 'git') return { reason: `the trace is of ${String(type)}, not of git` }
  return typeof revision === 'string' ? { revision } : { reason: 'the trace names no revision' }
}

/** Converts a trace record into an annotation with one region for each range. `undefined` when it has no ranges. */
export function annotationOfTrace(record: JsonObject, commit: CommitId): Annotation | undefined {
  const tool = isJsonObject(record['tool']) ? record['tool'] : {}
  const toolName = [tool['name'], tool['version']].filter((part) => typeof part === 'string').join(' ')
  const timestamp = typeof record['timestamp'] === 'string' ? record['timestamp'] : ''
  const regions = objects(record['files']).flatMap((file) => {
    const path = normalizeRegionPath(String(file['path']))
    if (path === undefined) return []
    return objects(file['conversations']).flatMap((conversation) =>
      objects(conversation['ranges']).flatMap((range) => regionOf({ record, path, conversation, range })),
    )
  })
  if (regions.length === 0) return undefined
  return {
    commit,
    timestamp,
    summary: '',
    context_level: 'inferred',
    regions,
    cross_cutting: [],
    provenance: {
      operation: 'initial',
      derived_from: [],
      original_annotations_preserved: false,
      ...(timestamp !== '' && { recorded: { at: timestamp, with: toolName === '' ? 'agent-trace' : toolName } }),
    },
    read_from: [],
  }
}

function regionOf({
  record,
  path,
  conversation,
  range,
}: {
  readonly record: JsonObject
  readonly path: string
  readonly conversation: JsonObject
  readonly range: JsonObject
}): readonly Region[] {
  const { start_line: start, end_line: end } = range
  if (!isLine(start) || !isLine(end) || end < start) return []
  const contributor = [range['contributor'], conversation['contributor']].find(isJsonObject) ?? {}
  const model = contributor['model_id']
  const who = `${CONTRIBUTOR_LABELS[String(contributor['type'])] ?? 'Unknown origin'}${typeof model === 'string' ? `: ${model}` : ''}`
  const url = conversation['url']
  // A range without contributor, model and conversation says nothing.
  if (
    CONTRIBUTOR_LABELS[String(contributor['type'])] === undefined &&
    typeof model !== 'string' &&
    typeof url !== 'string'
  )
    return []
  const { files: _, ...rest } = record
  const { ranges: __, ...conversationRest } = conversation
  return [
    completeRegion({
      file: path,
      lines: { start, end },
      intent: who,
      ...(typeof url === 'string' && { reasoning: `Conversation: ${url}` }),
      tags: ['agent-trace'],
      unknown_keys: { [TRACE_KEY]: { record: rest, conversation: conversationRest, range } },
    }),
  ]
}

const CONTRIBUTOR_LABELS: Readonly<Record<string, string>> = {
  ai: 'Written by a model',
  human: 'Written by a person',
  mixed: 'Written by a person and a model',
}

/**
 * Converts the annotation of a commit into a trace record. Regions that came from a trace return its content. For other
 * regions it is unknown who wrote the code, and their content is in `metadata`.
 */
export function traceOfDocument(document: ExportDocument): JsonObject | undefined {
  const { commit } = document
  const bytes = importNote(document)
  const annotation = bytes && losslessAnnotation([bytes], commit)
  if (annotation === undefined) return undefined
  const files = new Map<string, Map<string, { readonly conversation: JsonObject; readonly ranges: JsonObject[] }>>()
  for (const { file, lines, unknown_keys: unknown } of annotation.regions) {
    if (file === undefined || file.endsWith('/') || lines === undefined) continue
    const kept = unknown?.[TRACE_KEY]
    const { conversation, range } = isJsonObject(kept) ? kept : {}
    const from: JsonObject = isJsonObject(conversation) ? conversation : { contributor: { type: 'unknown' } }
    const key = JSON.stringify(from)
    const conversations = files.get(file) ?? new Map<string, { conversation: JsonObject; ranges: JsonObject[] }>()
    const entry = conversations.get(key) ?? { conversation: from, ranges: [] }
    const lineRange = { start_line: lines.start, end_line: lines.end }
    const known = isJsonObject(range) ? { ...range, ...lineRange } : lineRange
    if (!entry.ranges.some((other) => JSON.stringify(other) === JSON.stringify(known))) entry.ranges.push(known)
    conversations.set(key, entry)
    files.set(file, conversations)
  }
  if (files.size === 0) return undefined
  const first = annotation.regions.map(({ unknown_keys: unknown }) => unknown?.[TRACE_KEY]).find(isJsonObject)
  const record = isJsonObject(first?.['record']) ? first['record'] : {}
  const { version = VERSION, id = traceId(commit), timestamp, vcs, tool, metadata, ...others } = record
  const stated = annotation.regions
    .filter(({ unknown_keys: unknown }) => unknown?.[TRACE_KEY] === undefined)
    .map(({ file, lines, ast_anchor: anchor, intent, reasoning, constraints }) => ({
      ...omitUndefined({ file, start_line: lines?.start, end_line: lines?.end, anchor: anchor?.name }),
      intent,
      ...omitUndefined({ reasoning }),
      ...omitEmpty({ constraints: constraints.map(({ text }) => text) }),
    }))
  return {
    version,
    id,
    timestamp: timestamp ?? annotation.timestamp,
    vcs: vcs ?? { type: 'git', revision: commit },
    tool: tool ?? { name: 'git-chronicle' },
    ...others,
    files: [...files].map(([path, conversations]) => ({
      path,
      conversations: [...conversations.values()].map(({ conversation, ranges }) => ({ ...conversation, ranges })),
    })),
    ...(stated.length === 0 && metadata === undefined
      ? {}
      : {
          metadata: {
            ...(isJsonObject(metadata) && metadata),
            ...(stated.length > 0 && { [VENDOR_KEY]: stated }),
          },
        }),
  }
}

/** Returns a UUID (version 8) that is the same for a commit wherever it is exported. */
function traceId(commit: CommitId): string {
  const digits = `${commit.slice(0, 12)}8${commit.slice(13, 16)}8${commit.slice(17, 32)}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1
}
