import type { LineSpan } from '@chronicle/core/contracts'

/**
 * Returns the lines of some spans, which must be in ascending order. The rest of the text is not split: for a large
 * file with few changed lines, all lines would take more memory than the text.
 */
export function linesAt(text: string, spans: readonly LineSpan[]): readonly (readonly string[])[] {
  let line = 1
  let at = 0
  const next = (): string | undefined => {
    if (at >= text.length) return undefined
    const end = text.indexOf('\n', at)
    const stop = end < 0 ? text.length : end
    const found = text.slice(at, stop > at && end >= 0 && text[stop - 1] === '\r' ? stop - 1 : stop)
    at = stop + 1
    line++
    return found
  }
  return spans.map(({ start, count }) => {
    while (count > 0 && line < start && next() !== undefined);
    const lines: string[] = []
    while (lines.length < count) {
      const found = next()
      if (found === undefined) break
      lines.push(found)
    }
    return lines
  })
}
