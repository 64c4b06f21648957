import type { LineRange } from '@chronicle/schema'
import type { Edit } from '../line-diff/index.ts'
import type { LineMap } from '../place/line-map.ts'

/** A 0-based line range with an exclusive end, as in edits. Never empty. */
export interface LineSpan {
  readonly start: number
  readonly end: number
}

/** The place of lines before a change. */
export interface OlderLines {
  /** The edits that changed the lines. */
  readonly touched: LineMap
  /** Lines of the older text, ascending and disjoint. Empty if the change added all of them. */
  readonly before: readonly LineSpan[]
}

/** The older lines to use for an edit that extends beyond the followed lines, where known. */
export type NarrowedEdits = ReadonlyMap<Edit, readonly LineSpan[]>

/**
 * Maps lines of the newer text to the older one, as `git log -L` does: unchanged lines map to their old position, and
 * an edit of any of the lines adds all the lines that it replaced. `narrowed` reduces those.
 */
export function mapToOlder(map: LineMap, spans: readonly LineSpan[], narrowed?: NarrowedEdits): OlderLines {
  const touched = map.filter((edit) => spans.some((span) => edit.endB > span.start && span.end > edit.startB))
  const replaced = touched.flatMap((edit) => narrowed?.get(edit) ?? [{ start: edit.startA, end: edit.endA }])
  const kept = withoutEdits(spans, touched)
  let shift = 0
  let next = 0
  const carried = kept.map(({ start, end }): LineSpan => {
    for (let edit = map[next]; edit !== undefined && edit.startB <= start; edit = map[++next]) {
      shift += edit.endA - edit.startA - (edit.endB - edit.startB)
    }
    return { start: start + shift, end: end + shift }
  })
  return { touched, before: uniteSpans([...carried, ...replaced]) }
}

/** Returns the parts of spans that no edit added. A deletion between two lines of a span splits it. */
export function withoutEdits(spans: readonly LineSpan[], edits: LineMap): readonly LineSpan[] {
  return spans.flatMap(({ start, end }) => {
    const parts: LineSpan[] = []
    let from = start
    for (const { startB, endB } of edits) {
      if (endB < from || startB >= end) continue
      if (startB > from) parts.push({ start: from, end: startB })
      from = Math.max(from, endB)
    }
    return from < end ? [...parts, { start: from, end }] : parts
  })
}

/** Sorts spans, joins adjacent ones, and removes empty ones. */
export function uniteSpans(spans: readonly LineSpan[]): readonly LineSpan[] {
  const united: LineSpan[] = []
  for (const span of spans.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = united.at(-1)
    if (last === undefined || last.end < span.start) united.push(span)
    else if (last.end < span.end) united[united.length - 1] = { start: last.start, end: span.end }
  }
  return united
}

/** Returns the parts of spans that are inside another span. */
export function withinSpan(spans: readonly LineSpan[], { start, end }: LineSpan): readonly LineSpan[] {
  return uniteSpans(spans.map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) })))
}

export function countLines(spans: readonly LineSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0)
}

export function toSpan({ start, end }: LineRange): LineSpan {
  return { start: start - 1, end }
}

export function toRange({ start, end }: LineSpan): LineRange {
  return { start: start + 1, end }
}

/** Returns the range from the first to the last line of spans, or `undefined` for none. */
export function hullOf(spans: readonly LineSpan[]): LineRange | undefined {
  const [first, last] = [spans[0], spans.at(-1)]
  return first && last && { start: first.start + 1, end: last.end }
}
