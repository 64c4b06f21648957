import type { LineRange } from '@chronicle/schema'
import { carryLine, diffLines, LineTable, placeOfRange, type LineMap } from '@chronicle/core/line-diff'
import type { HunkLine } from './hunk-lines.ts'

/** Where lines are in another text. */
export interface CarriedLines {
  readonly lines: LineRange
  /** They are gone, and this is what stands where they were. */
  readonly near?: true
}

/** Returns where lines of a text are in another one; `undefined` where that is empty. */
export function carryByText(
  from: readonly string[],
  to: readonly string[],
  lines: LineRange,
): CarriedLines | undefined {
  const end = Math.min(lines.end, from.length)
  return end < 1 ? undefined : carried(from, to, { start: Math.min(lines.start, end), end })
}

/** A line that many others equal tells nothing of where it is. */
const TELLING = /[\p{L}\p{N}]{2}/u
/** Lines around the best match in which the rest of a hunk is looked for. */
const AROUND = 40
/** So many equal lines are no accident, or one that stands nowhere else. */
const MIN_EQUAL = 2

/**
 * Returns where lines of a hunk are in a text, by what the hunk shows of them and of the lines around: hosts keep it
 * when the commit itself is gone. `undefined`: too little of the hunk is there to tell.
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
  const from = Math.max(0, first.number - 1 + offset - AROUND)
  const window = to.slice(from, (hunk.at(-1)?.number ?? 0) + offset + AROUND)
  const range = { start: shown.start - first.number + 1, end: shown.end - first.number + 1 }
  const found = carried(
    hunk.map(({ text }) => text),
    window,
    range,
  )
  return found && { ...found, lines: { start: found.lines.start + from, end: found.lines.end + from } }
}

/** By how many lines the text has moved, as most telling lines of the hunk have it; of several the smallest move. */
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

/** A changed line is the same line where it has this share of words in common with what stands in its place. */
const MIN_ALIKE = 0.5

/**
 * Where lines are that stayed or are told by their words: an edit may take the place of one line with many, of which only
 * one is that line. `undefined`: a line is not told by its words.
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

/** What a line's share of common words counts less for each line that it stands away from where it would be. */
const FURTHER_AWAY = 0.02

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
    const likeness = share - FURTHER_AWAY * Math.abs(index - startB - offset)
    if (share >= MIN_ALIKE && likeness > (best?.likeness ?? 0)) best = { at: index + 1, likeness }
  }
  return best?.at
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/\w+/g) ?? [])
}
