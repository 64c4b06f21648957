/** Normalises a text for comparison, ignoring differences of white space and case. */
export function foldText(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** Returns the words of a text for comparison, ignoring markup, punctuation and line breaks. */
export function foldWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ')
}

/** Returns the paragraphs of a text, without the dividers between texts of different origin. */
export function passagesOf(text: string | undefined): readonly string[] {
  return (text ?? '').split(/\n[^\S\n]*\n/u).filter((passage) => !/^(?:\s*|-{4})$/u.test(passage))
}

/** Joins paragraphs into a text. Returns `undefined` if there are none. */
export function joinPassages(passages: readonly string[]): string | undefined {
  return passages.length === 0 ? undefined : passages.join('\n\n')
}

/** Removes entries with duplicate keys, keeping the first. */
export function distinctBy<T>(entries: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  const seen = new Set<string>()
  return entries.filter((entry) => {
    const key = keyOf(entry)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Returns as many whole paragraphs from the start as fit the limit, at least the first, with a mark if any are omitted.
 */
export function firstPassages(text: string | undefined, most: number): string {
  const passages = passagesOf(text)
  const kept: string[] = []
  let length = 0
  for (const passage of passages) {
    length += passage.length
    if (kept.length > 0 && length > most) break
    kept.push(passage)
  }
  return kept.length === passages.length ? (text ?? '') : `${kept.join('\n\n')} […]`
}
