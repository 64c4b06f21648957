import type { AstUnit } from '@chronicle/core/contracts'
import type { Section } from './sections.ts'

/** Parses one section; names start with `scope`, lines are those of the section. */
export type ParseSection = (text: string, scope: string) => readonly AstUnit[] | undefined

/**
 * The units of a source with syntax errors. A bracket that is missing can make the rest of a file part of one unit, or
 * of none, so every section is parsed by itself as well: its units are taken where there are more of them, or where the
 * whole parse has put the section inside of something that starts in an earlier one. `undefined` when time is up.
 */
export function recoverUnits(
  whole: readonly AstUnit[],
  fileScope: string,
  sections: readonly Section[],
  parse: ParseSection,
): readonly AstUnit[] | undefined {
  const recovered: AstUnit[] = []
  for (const section of sections) {
    const { start, code, end, text } = section
    const around = whole.filter(({ lines }) => lines.start < start && lines.end >= code)
    const found = whole.filter(({ lines }) => lines.start >= start && lines.start <= end)
    const swallowed = around.some((unit) => !isNamespace(unit)) && found.some((unit) => unit.lines.start <= code)
    const scope = around.filter(isNamespace).at(-1)?.name ?? fileScope
    const alone = parse(text, scope)
    if (alone === undefined) return undefined
    if (alone.length > found.length || (swallowed && alone.length > 0)) {
      recovered.push(...alone.map((unit) => moved(unit, start - 1)))
    } else {
      recovered.push(...found.map((unit) => (isNamespace(unit) ? unit : clipped(unit, end))))
    }
  }
  return recovered
}

function isNamespace({ type }: AstUnit): boolean {
  return type === 'namespace' || type === 'module'
}

function moved(unit: AstUnit, offset: number): AstUnit {
  return { ...unit, lines: { start: unit.lines.start + offset, end: unit.lines.end + offset } }
}

/** A unit that ends with these lines at the latest. */
export function clipped(unit: AstUnit, end: number): AstUnit {
  return unit.lines.end <= end ? unit : { ...unit, lines: { start: unit.lines.start, end } }
}
