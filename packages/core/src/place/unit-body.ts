import type { AstUnit } from '../contracts/ast-parser.ts'
import { lastSegment } from '../read/match-anchor.ts'
import { hasWords } from './lines-with-words.ts'

/**
 * The code of a unit prepared for comparison: without its own name, indentation and blank lines, and with runs of white
 * space as one space.
 */
export interface UnitBody {
  readonly text: string
  /** How often each line occurs. */
  readonly lines: ReadonlyMap<string, number>
  readonly lineCount: number
}

/** Minimum share of the longer body's lines that two bodies of one unit have in common. */
const SAME_SHARE = 0.8
/** The same for a unit that kept its name when a commit moved it to another file, and how many of them have words. */
const [MOVED_SHARE, MIN_MOVED_LINES] = [0.5, 3]
/**
 * Minimum number of letters and digits besides the unit's own name. Many units share a shorter body, such as
 * `fn _() {}`.
 */
const MIN_LETTERS = 16
const ENOUGH_LETTERS = new RegExp(`^(?:[^\\p{L}\\p{N}]*[\\p{L}\\p{N}]){${MIN_LETTERS}}`, 'u')
const OWN_NAME = '\u0000'

/** Returns the body of a unit from the lines of its file. */
export function unitBody(lines: readonly string[], { name, lines: { start, end } }: AstUnit): UnitBody {
  const own = lastSegment(name).replace(/^#/u, '')
  const kept = plainLines(lines, start - 1, end)
    .filter((line) => line !== '')
    .map((line) => (own === '' || !line.includes(own) ? line : withoutName(line, own)))
  let counted: ReadonlyMap<string, number> | undefined
  return {
    text: kept.join('\n'),
    get lines() {
      return (counted ??= countEach(kept))
    },
    lineCount: kept.length,
  }
}

const plain = new WeakMap<readonly string[], string[]>()

/** Returns lines with runs of white space as one space. Caches each line, as units are compared again and again. */
function plainLines(lines: readonly string[], from: number, to: number): readonly string[] {
  const known = plain.get(lines) ?? []
  plain.set(lines, known)
  return lines.slice(from, to).map((line, index) => (known[from + index] ??= line.trim().replace(/\s+/gu, ' ')))
}

function withoutName(line: string, name: string): string {
  return line.replace(/[\p{ID_Continue}$]+/gu, (word) => (word === name ? OWN_NAME : word))
}

function countEach(lines: readonly string[]): ReadonlyMap<string, number> {
  const counted = new Map<string, number>()
  for (const line of lines) counted.set(line, (counted.get(line) ?? 0) + 1)
  return counted
}

/**
 * Whether two bodies belong to one unit: they are equal, or have at least 80 % of the longer one's lines in common. A
 * body too short to identify a unit matches no other.
 */
export function isSameBody(one: UnitBody, other: UnitBody): boolean {
  return hasInCommon(one, other, SAME_SHARE)
}

/** Whether a unit of the same name in another file may be the same one, edited when it was moved there. */
export function isMovedBody(one: UnitBody, other: UnitBody): boolean {
  if (!hasInCommon(one, other, MOVED_SHARE)) return false
  const common = [...one.lines.keys()].filter((line) => other.lines.has(line) && hasWords(line))
  return common.length >= MIN_MOVED_LINES || isSameBody(one, other)
}

/**
 * Whether a file has enough lines of a body to contain a unit with the same one or, with `moved`, an edited one. A file
 * that has not needs no parsing.
 */
export function mayContain(lines: readonly string[], body: UnitBody, moved: boolean): boolean {
  const known = plainSets.get(lines) ?? new Set(plainLines(lines, 0, lines.length))
  plainSets.set(lines, known)
  let found = 0
  // A line with the unit's own name may have another name there.
  for (const [line, count] of body.lines) if (line.includes(OWN_NAME) || known.has(line)) found += count
  return found >= (moved ? MOVED_SHARE : SAME_SHARE) * body.lineCount
}

const plainSets = new WeakMap<readonly string[], ReadonlySet<string>>()

function hasInCommon(one: UnitBody, other: UnitBody, share: number): boolean {
  const [fewer, more] = [one.lineCount, other.lineCount].toSorted((a, b) => a - b) as [number, number]
  if (fewer < share * more || !isTelling(one) || !isTelling(other)) return false
  return one.text === other.text || commonShare(one, other) >= share
}

/** Returns the share of the longer body's lines that two bodies have in common. */
export function commonShare(one: UnitBody, other: UnitBody): number {
  let shared = 0
  for (const [line, count] of one.lines) shared += Math.min(count, other.lines.get(line) ?? 0)
  return shared / Math.max(one.lineCount, other.lineCount, 1)
}

function isTelling({ text }: UnitBody): boolean {
  return ENOUGH_LETTERS.test(text)
}

/** Returns units in the order in which to look for one by its body: the ones of its name first, in any class or none. */
export function byName<Unit extends { readonly name: string }>(
  units: readonly Unit[],
  name: string | undefined,
): readonly Unit[] {
  if (name === undefined) return units
  const distance = (unit: Unit): number =>
    unit.name === name ? 0 : lastSegment(unit.name) === lastSegment(name) ? 1 : 2
  return units.toSorted((a, b) => distance(a) - distance(b))
}
