import { canonicalJson, isJsonObject, type JsonObject } from '../canonical-json.ts'
import { compareText } from '../compare.ts'
import { mergeUnknownKeys } from '../merge-unknown-keys.ts'

/** The lists of a `chronicle/knowledge-v1` document. Their entries are identified by id. */
const LIST_KEYS: ReadonlySet<string> = new Set(['conventions', 'boundaries', 'anti_patterns'])

/** Keys with a single value. The greatest text wins, which for RFC 3339 times is the later one. */
const SINGLE_VALUE_KEYS: ReadonlySet<string> = new Set(['$schema', 'schema', 'timestamp'])

/** Whether the known lists of a document are arrays, so that it can be merged with another document entry by entry. */
export function hasKnownLists(document: JsonObject): boolean {
  return [...LIST_KEYS].every((key) => document[key] === undefined || Array.isArray(document[key]))
}

/**
 * Merges the entries of all documents and removes duplicates. Two different entries with the same id are both kept:
 * people have to decide which one is right.
 */
export function mergeKnowledge(documents: readonly JsonObject[]): JsonObject {
  const merged: Record<string, unknown> = {}
  const others = mergeUnknownKeys(
    documents.map((document) =>
      Object.fromEntries(
        Object.entries(document).filter(([key]) => !LIST_KEYS.has(key) && !SINGLE_VALUE_KEYS.has(key)),
      ),
    ),
  )
  for (const key of SINGLE_VALUE_KEYS) {
    const values = documents.flatMap((document) => (document[key] === undefined ? [] : [document[key]]))
    const [latest] = values.sort((a, b) => compareText(canonicalJson(b), canonicalJson(a)))
    if (latest !== undefined) merged[key] = latest
  }
  for (const key of LIST_KEYS) {
    const entries = documents.flatMap((document): readonly unknown[] => (document[key] as readonly unknown[]) ?? [])
    const distinct = new Map(entries.map((entry) => [canonicalJson(entry), entry]))
    const ordered = [...distinct].sort(([a, x], [b, y]) => compareText(idOf(x), idOf(y)) || compareText(a, b))
    if (documents.some((document) => document[key] !== undefined)) merged[key] = ordered.map(([, entry]) => entry)
  }
  return { ...merged, ...others }
}

function idOf(entry: unknown): string {
  const id = isJsonObject(entry) ? entry['id'] : undefined
  return typeof id === 'string' ? id : ''
}
