import type { LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { withoutBlanks } from './compare-slices.ts'
import type { FileText } from './file-texts.ts'
import { hasWords, linesIn } from './lines-with-words.ts'
import { overlaps } from './overlaps.ts'
import { successorOf } from './successor-of.ts'

/** Minimum share of the lines that the other unit had before: such lines are its own. */
const OWN_SHARE = 0.8

/**
 * Whether lines to which a diff carried a unit are those of another unit, which had them before too. Of two units with
 * the same body, a diff may keep either when one of them is removed.
 */
export async function isOfNeighbour(
  place: LineRange,
  recorded: { readonly lines: LineRange; readonly text: FileText },
  now: { readonly text: FileText; readonly units: readonly AstUnit[] },
): Promise<boolean> {
  const successor = successorOf([place], now.units)
  if (successor === undefined) return false
  const before = ((await recorded.text.units()) ?? []).find(({ name }) => name === successor.name)
  if (before === undefined || overlaps(before.lines, recorded.lines)) return false
  const own = new Set(linesIn(recorded.text.lines(), before.lines).map(withoutBlanks))
  const here = linesIn(now.text.lines(), place).filter(hasWords)
  return here.length > 0 && here.filter((line) => own.has(withoutBlanks(line))).length >= OWN_SHARE * here.length
}
