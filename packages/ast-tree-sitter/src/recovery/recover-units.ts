import type { AstUnit } from '@chronicle/core/contracts'
import { inSourceOrder, type WalkedTree } from '../tree/walk-tree.ts'
import { brokenBlocks, withoutBlocks } from './broken-blocks.ts'
import { sectionsOf, type Section } from './sections.ts'

export interface ParsedUnits extends WalkedTree {
  /** Whether the source has syntax errors. */
  readonly partial: boolean
}

/** Parses text; unit names start with `scope`. Returns `undefined` when time is up. */
export type ParseUnits = (text: string, scope?: string) => ParsedUnits | undefined

/**
 * Finds the units of a source with syntax errors. A missing bracket can make the rest of a file part of one unit, or of
 * none. So the source is parsed again without the lines that look broken and, if that is not enough, section by
 * section; the result with more units is used. When time is up, returns the units found so far.
 */
export function recoverUnits(source: string, whole: ParsedUnits, parse: ParseUnits): readonly AstUnit[] {
  const best = parseWithoutBrokenBlocks(source, whole, parse) ?? whole
  if (!best.partial) return best.units
  const sections = sectionsOf(source)
  if (sections.length > MAX_SECTIONS) return best.units
  return parseBySection(best, sections, parse) ?? best.units
}

/** Maximum number of sections. A text with more is hardly source code. */
const MAX_SECTIONS = 5000

/** Returns the units of the source without its broken blocks, and those that the whole parse found in these blocks. */
function parseWithoutBrokenBlocks(source: string, whole: ParsedUnits, parse: ParseUnits): ParsedUnits | undefined {
  const blocks = brokenBlocks(source)
  const rest = blocks.length === 0 ? undefined : parse(withoutBlocks(source, blocks))
  if (rest === undefined) return undefined
  const takenOut = whole.units.flatMap((unit) => {
    const block = blocks.find(({ start, end }) => start <= unit.lines.start && unit.lines.start <= end)
    return block === undefined ? [] : [clipped(unit, block.end)]
  })
  const units = inSourceOrder([...rest.units, ...takenOut])
  return units.length >= whole.units.length ? { ...rest, units } : undefined
}

/**
 * Uses the units of a section parsed by itself if there are more of them, or if the whole parse placed the section
 * inside a unit that starts in an earlier one.
 */
function parseBySection(
  whole: ParsedUnits,
  sections: readonly Section[],
  parse: ParseUnits,
): readonly AstUnit[] | undefined {
  const recovered: AstUnit[] = []
  for (const { start, code, end, text } of sections) {
    const around = whole.units.filter(({ lines }) => lines.start < start && lines.end >= code)
    const found = whole.units.filter(({ lines }) => lines.start >= start && lines.start <= end)
    const swallowed = around.some((unit) => !isNamespace(unit)) && found.some((unit) => unit.lines.start <= code)
    const alone = parse(text, around.filter(isNamespace).at(-1)?.name ?? whole.fileScope)?.units
    if (alone === undefined) return undefined
    if (alone.length > found.length || (swallowed && alone.length > 0)) {
      recovered.push(...alone.map((unit) => moved(unit, start - 1)))
    } else {
      recovered.push(...found.map((unit) => (isNamespace(unit) ? unit : clipped(unit, end))))
    }
  }
  return inSourceOrder(recovered)
}

function isNamespace({ type }: AstUnit): boolean {
  return type === 'namespace' || type === 'module'
}

function moved(unit: AstUnit, offset: number): AstUnit {
  return { ...unit, lines: { start: unit.lines.start + offset, end: unit.lines.end + offset } }
}

function clipped(unit: AstUnit, end: number): AstUnit {
  return unit.lines.end <= end ? unit : { ...unit, lines: { start: unit.lines.start, end } }
}
