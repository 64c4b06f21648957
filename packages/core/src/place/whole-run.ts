import type { LineRange } from '@chronicle/schema'
import { withoutBlanks } from './compare-slices.ts'
import { countLetters, hasWords } from './lines-with-words.ts'

/** Minimum number of letters and digits of lines that are recognised as a whole. */
const MIN_LETTERS = 12

/**
 * Returns where a text has all of some lines in a row, whatever their white space. `undefined` when that is nowhere or
 * in several places, or when the lines are too short to be recognised.
 */
export function findWholeRun(
  recorded: readonly string[],
  lines: readonly string[],
  within: LineRange = { start: 1, end: lines.length },
): LineRange | undefined {
  const wanted = recorded.filter(hasWords).map(withoutBlanks)
  const [first] = wanted
  if (first === undefined || countLetters(wanted) < MIN_LETTERS) return undefined
  const runs = startsIn(lines, first, within).flatMap((start) => runFrom(start, wanted, lines, within) ?? [])
  const [run, ...others] = runs
  return run === undefined || others.length > 0 ? undefined : withEdges(run, recorded, lines, within)
}

/** Adds the lines without words, such as closing brackets, with which the recorded lines begin and end. */
function withEdges(
  { start, end }: LineRange,
  recorded: readonly string[],
  lines: readonly string[],
  within: LineRange,
): LineRange {
  const isAt = (line: number, text: string): boolean =>
    line >= within.start && line <= within.end && withoutBlanks(lines[line - 1] ?? '') === withoutBlanks(text)
  const before = recorded.slice(0, recorded.findIndex(hasWords)).toReversed()
  const after = recorded.slice(recorded.findLastIndex(hasWords) + 1)
  const lead = before.findIndex((text, index) => !isAt(start - 1 - index, text))
  const tail = after.findIndex((text, index) => !isAt(end + 1 + index, text))
  return { start: start - (lead < 0 ? before.length : lead), end: end + (tail < 0 ? after.length : tail) }
}

function startsIn(lines: readonly string[], first: string, { start, end }: LineRange): readonly number[] {
  return lines.slice(start - 1, end).flatMap((line, index) => (withoutBlanks(line) === first ? start + index : []))
}

function runFrom(
  start: number,
  wanted: readonly string[],
  lines: readonly string[],
  within: LineRange,
): LineRange | undefined {
  let at = start
  for (const [index, text] of wanted.entries()) {
    if (index > 0)
      do at++
      while (at <= within.end && !hasWords(lines[at - 1] ?? ''))
    if (at > within.end || withoutBlanks(lines[at - 1] ?? '') !== text) return undefined
  }
  return { start, end: at }
}
