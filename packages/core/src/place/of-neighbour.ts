import type { LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { withoutBlanks } from './compare-slices.ts'
import type { FileText } from './file-texts.ts'
import { hasWords, linesIn } from './lines-with-words.ts'
import { isInside, lengthOf, overlaps } from './overlaps.ts'
import { successorOf } from './successor-of.ts'

/** Minimum share of the lines that the other unit had before: such lines are its own. */
const OWN_SHARE = 0.8

interface RecordedUnit {
  readonly lines: LineRange
  readonly text: FileText
}

interface CurrentUnits {
  readonly text: FileText
  readonly units: readonly AstUnit[]
}

/**
 * Whether lines to which a diff carried a unit are those of another unit, which had them before too. Of two units with
 * the same body, a diff may keep either when one of them is removed. A line that only the recorded unit had, or its
 * class, tells that it took the other one's name.
 */
export async function isOfNeighbour(place: LineRange, recorded: RecordedUnit, now: CurrentUnits): Promise<boolean> {
  const successor = successorOf([place], now.units)
  if (successor === undefined) return false
  const units = (await recorded.text.units()) ?? []
  const others = units.filter(({ lines, name }) => name === successor.name && !overlaps(lines, recorded.lines))
  return others.some((other) => isOf(other, place, successor, { ...recorded, units }, now))
}

/** Whether lines are those of another unit of the older state. */
function isOf(
  other: AstUnit,
  place: LineRange,
  successor: AstUnit,
  recorded: RecordedUnit & { readonly units: readonly AstUnit[] },
  now: CurrentUnits,
): boolean {
  const { units } = recorded
  const [here, mine, its] = [
    wordsAt(now.text, place),
    wordsAt(recorded.text, recorded.lines),
    wordsAt(recorded.text, other.lines),
  ]
  const own = new Set(its)
  if (here.filter((line) => own.has(line)).length < OWN_SHARE * here.length) return false
  if (countOnlyIn(here, mine, its) > 0) return false
  const around = [
    classAround(now.units, successor.lines, now.text),
    classAround(units, recorded.lines, recorded.text),
    classAround(units, other.lines, recorded.text),
  ] as const
  const [hereAround, mineAround, itsAround] = around
  return countOnlyIn(hereAround, mineAround, itsAround) <= countOnlyIn(hereAround, itsAround, mineAround)
}

/** Returns the lines with words, without white space. */
function wordsAt(text: FileText, range: LineRange): readonly string[] {
  return linesIn(text.lines(), range).filter(hasWords).map(withoutBlanks)
}

/** Returns the lines of the smallest unit around others; none if there is none. */
function classAround(units: readonly AstUnit[], inner: LineRange, text: FileText): readonly string[] {
  const [around] = units
    .filter(({ lines }) => isInside(inner, lines))
    .sort((a, b) => lengthOf(a.lines) - lengthOf(b.lines))
  return around === undefined ? [] : wordsAt(text, around.lines)
}

/** Returns how many lines are among some and not among others. */
function countOnlyIn(lines: readonly string[], some: readonly string[], others: readonly string[]): number {
  const [wanted, known] = [new Set(some), new Set(others)]
  return lines.filter((line) => wanted.has(line) && !known.has(line)).length
}
