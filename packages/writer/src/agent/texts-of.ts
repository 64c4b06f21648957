/** Returns all strings in a value made of plain objects and lists, in order. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

/** Returns a copy of the value with its strings replaced, in the order of `textsOf`. */
export function mapTexts<T>(value: T, texts: readonly string[]): T {
  let next = 0
  const replace = (part: unknown): unknown => {
    if (typeof part === 'string') return texts[next++] ?? part
    if (Array.isArray(part)) return part.map(replace)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, replace(each)]))
  }
  return replace(value) as T
}
