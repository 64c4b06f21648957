import type { AstUnit } from '../contracts/ast-parser.ts'
import { anchorSegments } from '../read/match-anchor.ts'

/** The code of a unit as it is compared: without its own name, white space and blank lines. */
export interface UnitBody {
  readonly text: string
  /** How often each line occurs. */
  readonly lines: ReadonlyMap<string, number>
  readonly lineCount: number
}

/** Share of the lines of the longer one that two bodies of one unit have in common, at least. */
const SAME_SHARE = 0.8
/** Letters and digits beside the own name. A shorter body, `fn _() {}`, is that of many units. */
const LEAST_LETTERS = 16
const OWN_NAME = '\u0000'

/** Takes the body of a unit out of the lines of its file. */
export function unitBody(lines: readonly string[], { name, lines: { start, end } }: AstUnit): UnitBody {
  const own = (anchorSegments(name).at(-1) ?? '').replace(/^#/u, '')
  const counted = new Map<string, number>()
  const kept: string[] = []
  for (const line of lines.slice(start - 1, end)) {
    const text = line.trim().replace(/\s+/gu, ' ')
    if (text === '') continue
    const nameless = text.replace(/[\p{ID_Continue}$]+/gu, (word) => (word === own ? OWN_NAME : word))
    kept.push(nameless)
    counted.set(nameless, (counted.get(nameless) ?? 0) + 1)
  }
  return { text: kept.join('\n'), lines: counted, lineCount: kept.length }
}

/**
 * Whether two bodies are those of one unit: equal, or with at least 80 % of the lines of the longer one in common. A
 * body too short to tell units apart is that of no other one.
 */
export function isSameBody(one: UnitBody, other: UnitBody): boolean {
  if (!isTelling(one) || !isTelling(other)) return false
  if (one.text === other.text) return true
  let shared = 0
  for (const [line, count] of one.lines) shared += Math.min(count, other.lines.get(line) ?? 0)
  return shared >= SAME_SHARE * Math.max(one.lineCount, other.lineCount)
}

function isTelling({ text }: UnitBody): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LEAST_LETTERS
}
