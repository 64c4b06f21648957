import { canonicalJson, isJsonObject, type JsonObject } from '../canonical-json.ts'
import { compareText } from '../compare.ts'
import { mergeUnknownKeys } from '../merge-unknown-keys.ts'

/** The lists of a `chronicle/knowledge-v1` document, whose entries are told apart by their ids. */
const LISTS: ReadonlySet<string> = new Set(['conventions', 'boundaries', 'anti_patterns'])

/** Keys with one value: the later one counts, which of two times in RFC 3339 is the greater text. */
const SINGLE: ReadonlySet<string> = new Set(['$schema', 'schema', 'timestamp'])

/** Whether the lists of a document are lists, so that it can be merged with another one entry by entry. */
export function hasKnownLists(document: JsonObject): boolean {
  return [...LISTS].every((key) => document[key] === undefined || Array.isArray(document[key]))
}

/**
 * The entries of all documents in one, equal ones once. Two entries of one id that say different things both stay: which
 * of them is right is for people to say.
 */
export function mergeKnowledge(documents: readonly JsonObject[]): JsonObject {
  const merged: Record<string, unknown> = {}
  const others = mergeUnknownKeys(
    documents.map((document) =>
      Object.fromEntries(Object.entries(document).filter(([key]) => !LISTS.has(key) && !SINGLE.has(key))),
    ),
  )
  for (const key of SINGLE) {
    const values = documents.flatMap((document) => (document[key] === undefined ? [] : [document[key]]))
    const [latest] = values.sort((a, b) => compareText(canonicalJson(b), canonicalJson(a)))
    if (latest !== undefined) merged[key] = latest
  }
  for (const key of LISTS) {
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
