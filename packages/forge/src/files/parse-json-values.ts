/** The JSON values of a text, and where it stops being JSON. */
export interface JsonValues {
  readonly values: readonly unknown[]
  /** Line of the first text that is not JSON. Absent if all of it was parsed. */
  readonly brokenAt?: number
}

/**
 * Parses every JSON value of a text: one document, several in a row (older `gh api --paginate`), one per line
 * (`--jq '.[]'`), or pages in a list (`--slurp`).
 */
export function parseJsonValues(text: string): JsonValues {
  const source = text.replace(/^\uFEFF/, '')
  const whole = parsed(source)
  if (whole !== undefined) return { values: [whole.value] }
  const values: unknown[] = []
  for (let at = skipSpace(source, 0); at < source.length; at = skipSpace(source, at)) {
    const end = endOfValue(source, at)
    const value = end === undefined ? undefined : parsed(source.slice(at, end))
    if (end === undefined || value === undefined) return { values, brokenAt: source.slice(0, at).split('\n').length }
    values.push(value.value)
    at = end
  }
  return { values }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    // The text is not a single JSON value, or is empty.
    return undefined
  }
}

function skipSpace(text: string, from: number): number {
  const space = /[\s\x1e]*/y
  space.lastIndex = from
  space.exec(text)
  return space.lastIndex
}

/**
 * Returns where the object or list that begins at an index ends. `undefined` if it does not end, or if something else
 * begins there.
 */
function endOfValue(text: string, from: number): number | undefined {
  if (text[from] !== '{' && text[from] !== '[') return undefined
  let depth = 0
  const marks = /"(?:[^"\\]|\\.)*"|[[\]{}]/gs
  marks.lastIndex = from
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '{' || mark[0] === '[') depth++
    else if (mark[0] === '}' || mark[0] === ']') depth--
    if (depth === 0) return marks.lastIndex
  }
  return undefined
}
