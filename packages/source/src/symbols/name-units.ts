import type { AstUnit, Outline } from '@chronicle/core/contracts'
import { formatPlace, omitUndefined, type RepoPath } from '@chronicle/schema'
import type { OpenFile } from '../files/open-file.ts'
import type { SourceSymbol } from '../source-response.ts'

/** A unit with its id and its file. */
export interface NamedUnit {
  readonly id: string
  readonly unit: AstUnit
  readonly file: OpenFile
  readonly outline: Outline
}

/**
 * Assigns ids to the units of a file. They are stable as long as the names, and the order of equal names, are
 * unchanged. All ids are distinct, even if a name looks like the id of another unit.
 */
export function nameUnits(file: OpenFile, outline: Outline): readonly NamedUnit[] {
  const names = new Set(outline.units.map((unit) => unit.name))
  const counts = new Map<string, number>()
  return outline.units.map((unit) => {
    let count = (counts.get(unit.name) ?? 0) + 1
    while (count > 1 && names.has(`${unit.name}~${count}`)) count++
    counts.set(unit.name, count)
    return { id: symbolId(file.path, count > 1 ? `${unit.name}~${count}` : unit.name), unit, file, outline }
  })
}

/** Returns the id of a unit: its file and its name. */
function symbolId(file: RepoPath, name: string): string {
  return formatPlace({ file, anchor: name })
}

/** Returns the description of a unit in an answer. */
export function describeUnit({ id, unit, file }: NamedUnit): SourceSymbol {
  const { name, type, lines, signature } = unit
  return { id, name, type, file: file.path, lines, ...omitUndefined({ signature }) }
}
