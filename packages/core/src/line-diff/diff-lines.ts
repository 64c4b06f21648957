import type { LineTable, NumberedText } from './line-table.ts'
import { markChanges } from './mark-changes.ts'
import { selectCandidates, type Side } from './select-candidates.ts'
import { slideGroups } from './slide-groups.ts'
import { countCommonTail } from './trim-common-tail.ts'

/**
 * An edit: lines `startA` to `endA` of one text correspond to `startB` to `endB` of the other. 0-based, ends excluded.
 */
export interface Edit {
  readonly startA: number
  readonly endA: number
  readonly startB: number
  readonly endB: number
}

/**
 * Returns the edits that turn `a` into `b`, in order, with at least one unchanged line between them: the same as
 * `git diff -U0` with its default algorithm. Both texts must have been numbered by `table`.
 */
export function diffLines(a: NumberedText, b: NumberedText, table: LineTable): readonly Edit[] {
  const tail = countCommonTail(a, b)
  const sideA = openSide(a.lines.subarray(0, a.lines.length - tail))
  const sideB = openSide(b.lines.subarray(0, b.lines.length - tail))
  const [candidatesA, candidatesB] = selectCandidates(sideA, sideB)
  markChanges(candidatesA, candidatesB)
  const indent = (line: number): number => table.indent(line)
  slideGroups(sideA, sideB, indent)
  slideGroups(sideB, sideA, indent)
  return collectEdits(sideA, sideB)
}

function openSide(lines: Int32Array): Side {
  return { lines, changed: new Uint8Array(lines.length) }
}

function collectEdits(a: Side, b: Side): readonly Edit[] {
  const edits: Edit[] = []
  let atA = 0
  let atB = 0
  while (atA < a.lines.length || atB < b.lines.length) {
    const startA = atA
    const startB = atB
    while (a.changed[atA] === 1) atA++
    while (b.changed[atB] === 1) atB++
    if (atA > startA || atB > startB) edits.push({ startA, endA: atA, startB, endB: atB })
    atA++
    atB++
  }
  return edits
}
