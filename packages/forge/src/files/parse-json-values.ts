/** The values of a text, and where it stops being JSON. */
export interface JsonValues {
  readonly values: readonly unknown[]
  /** The line of the first thing that is no JSON. Absent: all of it was read. */
  readonly brokenAt?: number
}

/**
 * Reads every JSON value of a text: one document, several in a row as `gh api --paginate` wrote them before it joined
 * pages, one a line as `--jq '.[]'` prints them, or pages in a list as `--slurp` makes it.
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
    // Not one value, or none.
    return undefined
  }
}

function skipSpace(text: string, from: number): number {
  const space = /[\s\x1e]*/y
  space.lastIndex = from
  space.exec(text)
  return space.lastIndex
}

/** Where an object or a list that begins at an index ends. `undefined`: it does not, or something else begins there. */
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
