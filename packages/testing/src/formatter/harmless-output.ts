import type { ReadOutput } from '@chronicle/schema'

/** Keys whose values may affect the format, or are computed by a pipeline. All other values are text from people. */
const PRESERVED_KEYS: ReadonlySet<string> = new Set([
  '$schema',
  'about',
  'at',
  'anchor_match',
  'blame',
  'code',
  'comment',
  'commit',
  'context_level',
  'dependencies',
  'drifted_by',
  'dropped_commits',
  'freshness',
  'kind',
  'provenance',
  'recency',
  'severity',
  'source',
  'timestamp',
  'unresolved',
])

/** Replaces every recorded text in an output by a short word: equal texts by equal words, blank texts by nothing. */
export function harmlessOutput(output: ReadOutput): ReadOutput {
  const words = new Map<string, string>()
  const replaced = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return PRESERVED_KEYS.has(key) ? value : wordFor(value, words)
    if (Array.isArray(value)) return value.map((entry) => replaced(entry, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, replaced(entry, name)]))
  }
  return replaced(output, '') as ReadOutput
}

function wordFor(text: string, words: Map<string, string>): string {
  // No regular expression treats NEL as white space, but terminals treat it as a line break.
  if (text.replaceAll('\u0085', ' ').trim() === '') return ''
  const word = words.get(text) ?? `w${words.size}`
  words.set(text, word)
  return word
}
