import type { LineRange } from '@chronicle/schema'
import { carryLine, diffLines, LineTable, placeOfRange, type LineMap } from '@chronicle/core/line-diff'
import type { HunkLine } from './hunk-lines.ts'

/** The lines of a text as found in another text. */
export interface CarriedLines {
  readonly lines: LineRange
  /** Set when the lines themselves are gone: `lines` are those now in their place. */
  readonly near?: true
}

/** Finds lines of a text in another text. `undefined` if the other text is empty. */
export function carryByText(
  from: readonly string[],
  to: readonly string[],
  lines: LineRange,
): CarriedLines | undefined {
  const end = Math.min(lines.end, from.length)
  return end < 1 ? undefined : carried(from, to, { start: Math.min(lines.start, end), end })
}

/** A line with enough text to identify a place; lines of mere punctuation occur everywhere. */
const TELLING = /[\p{L}\p{N}]{2}/u
/** Number of lines around the best match in which to search for the rest of a hunk. */
const WINDOW_LINES = 40
/** Minimum number of equal lines for a match. A single line suffices if it occurs only once. */
const MIN_EQUAL = 2

/**
 * Finds lines of a hunk in a text by the content of the hunk, which hosts keep even when the commit is gone.
 * `undefined`: too little of the hunk occurs in the text.
 */
export function carryByHunk(
  hunk: readonly HunkLine[],
  to: readonly string[],
  lines: LineRange,
): CarriedLines | undefined {
  const [first] = hunk
  if (first === undefined) return undefined
  const shown = { start: Math.max(lines.start, first.number), end: Math.min(lines.end, hunk.at(-1)?.number ?? 0) }
  if (shown.start > shown.end) return undefined
  const offset = bestOffset(hunk, to)
  if (offset === undefined) return undefined
  const wanted = hunk.filter(({ number }) => number >= shown.start && number <= shown.end)
  if (wanted.every(({ number, text }) => to[number - 1 + offset] === text)) {
    return { lines: { start: shown.start + offset, end: shown.end + offset } }
  }
  const from = Math.max(0, first.number - 1 + offset - WINDOW_LINES)
  const window = to.slice(from, (hunk.at(-1)?.number ?? 0) + offset + WINDOW_LINES)
  const range = { start: shown.start - first.number + 1, end: shown.end - first.number + 1 }
  const found = carried(
    hunk.map(({ text }) => text),
    window,
    range,
  )
  return found && { ...found, lines: { start: found.lines.start + from, end: found.lines.end + from } }
}

/** Returns the offset that most identifying lines of the hunk agree on. Of equal candidates, returns the smallest. */
function bestOffset(hunk: readonly HunkLine[], to: readonly string[]): number | undefined {
  const places = new Map<string, number[]>()
  for (const [index, text] of to.entries()) {
    if (TELLING.test(text)) places.set(text, [...(places.get(text) ?? []), index])
  }
  const votes = new Map<number, { equal: number; unique: boolean }>()
  for (const { number, text } of hunk) {
    const at = places.get(text) ?? []
    for (const index of at) {
      const offset = index - (number - 1)
      const vote = votes.get(offset) ?? { equal: 0, unique: false }
      votes.set(offset, { equal: vote.equal + 1, unique: vote.unique || at.length === 1 })
    }
  }
  const [best] = [...votes].toSorted(
    ([a, x], [b, y]) => y.equal - x.equal || Number(y.unique) - Number(x.unique) || Math.abs(a) - Math.abs(b),
  )
  if (best === undefined) return undefined
  const [offset, { equal, unique }] = best
  return equal >= MIN_EQUAL || unique ? offset : undefined
}

function mapOf(from: readonly string[], to: readonly string[]): LineMap {
  const table = new LineTable()
  const number = (lines: readonly string[]): ReturnType<LineTable['number']> =>
    table.number(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')))
  return diffLines(number(from), number(to), table)
}

function carried(from: readonly string[], to: readonly string[], lines: LineRange): CarriedLines | undefined {
  const map = mapOf(from, to)
  const alike = alikeLines(from, to, lines, map)
  if (alike !== undefined) return { lines: alike }
  const place = placeOfRange(map, lines)
  if (place !== undefined) return { lines: place }
  if (to.length === 0) return undefined
  const edit = map.find(({ startA, endA }) => startA < lines.end && endA >= lines.start)
  const before = Math.min(to.length, Math.max(1, edit?.startB ?? 1))
  return { lines: { start: before, end: before }, near: true }
}

/** Minimum share of common words for a changed line to count as the same line. */
const MIN_ALIKE = 0.5

/**
 * Returns the lines that are unchanged or recognised by their words: an edit may replace one line by many, of which
 * only one is the original. `undefined`: a line is not recognised.
 */
function alikeLines(
  from: readonly string[],
  to: readonly string[],
  { start, end }: LineRange,
  map: LineMap,
): LineRange | undefined {
  const found: number[] = []
  for (let line = start; line <= end; line++) {
    const kept = carryLine(map, line)
    const edit = map.find(({ startA, endA }) => startA < line && line <= endA)
    const at = kept ?? (edit && mostAlike(from[line - 1] ?? '', to, edit, line - 1 - edit.startA))
    if (at === undefined) return undefined
    found.push(at)
  }
  return { start: Math.min(...found), end: Math.max(...found) }
}

/** Deduction from the share of common words for each line of distance from the expected position. */
const DISTANCE_PENALTY = 0.02

function mostAlike(
  line: string,
  to: readonly string[],
  { startB, endB }: LineMap[number],
  offset: number,
): number | undefined {
  const words = wordsOf(line)
  let best: { readonly at: number; readonly likeness: number } | undefined
  for (let index = startB; index < endB; index++) {
    const others = wordsOf(to[index] ?? '')
    const common = [...words].filter((word) => others.has(word)).length
    const share = (2 * common) / Math.max(1, words.size + others.size)
    const likeness = share - DISTANCE_PENALTY * Math.abs(index - startB - offset)
    if (share >= MIN_ALIKE && likeness > (best?.likeness ?? 0)) best = { at: index + 1, likeness }
  }
  return best?.at
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/\w+/g) ?? [])
}
