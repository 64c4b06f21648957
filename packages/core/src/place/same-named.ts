import type { LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { lastSegment, matchAnchor } from '../read/match-anchor.ts'
import { escapeRegExp } from '../text/escape-reg-exp.ts'
import type { FileText } from './file-texts.ts'
import { lengthOf, overlaps } from './overlaps.ts'
import { commonShare, unitBody, type UnitBody } from './unit-body.ts'

/**
 * Finds what became of one of several units with the same name, such as overloads, when some of them were edited, moved
 * or removed: of all pairs of an older and a newer unit, the most similar ones belong together. `recorded` are lines of
 * the unit in the older state. `gone`: other units became all newer ones. `undefined`: no other unit had the name, or
 * none has it now. The states are parsed only if the older one may have several such units.
 */
export async function findSameNamed(
  name: string,
  recorded: LineRange,
  before: Pick<FileText, 'lines' | 'units'>,
  now: Pick<FileText, 'lines' | 'units'>,
): Promise<AstUnit | 'gone' | undefined> {
  if (!mayRepeat(lastSegment(name), before.lines())) return undefined
  const all = (await before.units()) ?? []
  const own = matchAnchor(name, all, (unit) => unit.name, { fuzzy: false })
    ?.matches.filter(({ lines }) => overlaps(lines, recorded))
    .sort((a, b) => lengthOf(a.lines) - lengthOf(b.lines))[0]
  const older = all.filter((unit) => unit.name === own?.name)
  if (own === undefined || older.length < 2) return undefined
  const newer = ((await now.units()) ?? []).filter((unit) => unit.name === own.name)
  if (newer.length === 0) return undefined
  const pairs = pairUp(
    older.map((unit) => unitBody(before.lines(), unit)),
    newer.map((unit) => unitBody(now.lines(), unit)),
  )
  const position = pairs.get(older.indexOf(own))
  return position === undefined ? 'gone' : newer[position]
}

/** Words before a name that a line uses and does not define. */
const USES =
  /[=.,]|\b(?:and|assert|await|case|do|else|for|if|in|new|not|or|raise|return|throw|until|while|with|yield)\b|\((?!\w+ \S+\) $)/

/** Words before the type that a block of Rust implements something for. */
const IMPLEMENTS = /^\s*(?:unsafe )?impl\b/

/** Whether a text may define a name more than once. */
function mayRepeat(name: string, lines: readonly string[]): boolean {
  const word = new RegExp(`(?<![\\p{ID_Continue}$])${escapeRegExp(name)}(?![\\p{ID_Continue}$])`, 'u')
  const defines = (line: string): boolean => {
    const at = line.includes(name) ? line.search(word) : -1
    if (at < 0) return false
    const before = line
      .slice(0, at)
      .replace(/<[^<>]*>/gu, '')
      .replace(/\bself\.$/u, '')
    // A call stands alone too, but begins no block.
    return before.trim() === ''
      ? /[{:;]\s*$/.test(line) || line.startsWith(':', at + name.length)
      : IMPLEMENTS.test(before) || !USES.test(before)
  }
  return lines.filter(defines).length > 1
}

/** Pairs bodies, the most similar ones first, then those with the closest positions. Returns positions by positions. */
function pairUp(older: readonly UnitBody[], newer: readonly UnitBody[]): ReadonlyMap<number, number> {
  const pairs = older.flatMap((one, from) =>
    newer.map((other, to) => ({ from, to, share: one.text === other.text ? 2 : commonShare(one, other) })),
  )
  pairs.sort((a, b) => b.share - a.share || Math.abs(a.from - a.to) - Math.abs(b.from - b.to))
  const paired = new Map<number, number>()
  const taken = new Set<number>()
  for (const { from, to } of pairs) {
    if (paired.has(from) || taken.has(to)) continue
    paired.set(from, to)
    taken.add(to)
  }
  return paired
}
