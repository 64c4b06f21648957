import type { LineRange } from '@chronicle/schema'
import type { Edit } from '../line-diff/index.ts'
import type { LineMap } from '../place/line-map.ts'

/** A run of lines, counted from 0, the end excluded, as edits count them. Never empty. */
export interface LineSpan {
  readonly start: number
  readonly end: number
}

/** Where lines were before a change. */
export interface CarriedBack {
  /** The edits that changed the lines. */
  readonly touched: LineMap
  /** Lines of the older text; empty where the change added all of them. Ascending, apart from each other. */
  readonly before: readonly LineSpan[]
}

/** Lines of the older text that stand for an edit which reaches beyond the lines followed, where that is known. */
export type Narrowed = ReadonlyMap<Edit, readonly LineSpan[]>

/**
 * Carries lines of the newer text back across a change, as `git log -L` does: lines that the change kept go where they
 * were, and an edit that changed any of the lines brings all of the lines that it replaced. `narrowed` gives fewer.
 */
export function carryBack(map: LineMap, spans: readonly LineSpan[], narrowed?: Narrowed): CarriedBack {
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

/** The parts of spans that no edit put in. A deletion between two lines of a span cuts it. */
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

/** Sorts spans, joins those that touch, and leaves empty ones out. */
export function uniteSpans(spans: readonly LineSpan[]): readonly LineSpan[] {
  const united: LineSpan[] = []
  for (const span of spans.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = united.at(-1)
    if (last === undefined || last.end < span.start) united.push(span)
    else if (last.end < span.end) united[united.length - 1] = { start: last.start, end: span.end }
  }
  return united
}

/** The parts of spans that lie in another one. */
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

/** From the first line of spans to the last; `undefined` of none. */
export function hullOf(spans: readonly LineSpan[]): LineRange | undefined {
  const [first, last] = [spans[0], spans.at(-1)]
  return first && last && { start: first.start + 1, end: last.end }
}
