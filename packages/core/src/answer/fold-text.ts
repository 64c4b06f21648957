/** A text for comparing: two that differ in white space and case alone say the same. */
export function foldText(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase()
}

/** The words of a text for comparing, whatever stands between them: how it is marked and wrapped does not matter. */
export function foldWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ')
}

/** The paragraphs of a text, without the dividers that stand between texts of different origin. */
export function passagesOf(text: string | undefined): readonly string[] {
  return (text ?? '').split(/\n[^\S\n]*\n/u).filter((passage) => !/^(?:\s*|-{4})$/u.test(passage))
}

/** A text of these paragraphs; `undefined` when there are none. */
export function joinPassages(passages: readonly string[]): string | undefined {
  return passages.length === 0 ? undefined : passages.join('\n\n')
}

/** Each entry once, by a key; the first one stays. */
export function distinctBy<T>(entries: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  const seen = new Set<string>()
  return entries.filter((entry) => {
    const key = keyOf(entry)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** As many whole paragraphs from the beginning as stay within the limit, the first at least, with a mark where some go. */
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
