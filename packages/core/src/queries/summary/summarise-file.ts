import { compareText, omitEmpty, omitUndefined, type Region, type SummaryUnit } from '@chronicle/schema'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import { uniteConstraints } from '../../answer/merge-regions.ts'
import { contains } from '../../place/overlaps.ts'
import { anchorSegments, matchAnchor } from '../../read/match-anchor.ts'
import { commitTime } from '../../read/commit-time.ts'
import { goneKey, type FileNote } from './collect-file-notes.ts'

/** What is said of one file. */
export interface FileSummary {
  /** What is said of the file first, then its units in the order of the code. */
  readonly units: readonly SummaryUnit[]
  readonly annotatedUnits: number
  /** `undefined` where the file has no outline. */
  readonly unannotatedUnits: number | undefined
  /** Annotated units that are not there any more, as distinct `file` and anchor. */
  readonly gone: readonly string[]
}

/** The part of a file in question. */
export interface SummaryTarget {
  readonly file: string
  /** `undefined`: the file has no outline, and anchors are taken for units unchecked. */
  readonly units: readonly AstUnit[] | undefined
  /** An anchor, and the units that it stands for. */
  readonly asked?: { readonly anchor: string; readonly units: readonly AstUnit[] | undefined }
}

/** The annotations of a unit, newest first. */
interface UnitNotes {
  readonly name: string
  readonly unit: AstUnit | undefined
  readonly notes: FileNote[]
}

/**
 * One entry for each unit: what its newest annotation says it is for, and what must hold according to any of them, so
 * that a newer note never hides a rule. A unit is a name: a type and its `impl` blocks, or overloads, are one. An
 * anchor that several units match in their last segments speaks of all of them. Regions without an anchor speak of the
 * file.
 */
export function summariseFile(newestFirst: readonly FileNote[], target: SummaryTarget): FileSummary {
  const { asked, file, units } = target
  const notesByUnit = new Map<string, UnitNotes>()
  const gone = new Set<string>()
  for (const note of newestFirst) {
    const anchor = note.region.ast_anchor?.name
    const named = anchor === undefined ? FILE : (unitsNamed(anchor, target) ?? unitsPlaced(note, target))
    if (named === undefined) {
      if (asked === undefined) gone.add(goneKey(file, anchorSegments(anchor ?? '').join('::')))
      continue
    }
    for (const [name, unit] of asked !== undefined && anchor === undefined ? [] : named) {
      const known = notesByUnit.get(name)
      if (known === undefined) notesByUnit.set(name, { name, unit, notes: [note] })
      else known.notes.push(note)
    }
  }
  const inOrder = [...notesByUnit.values()].sort(
    (a, b) => (a.unit?.lines.start ?? 0) - (b.unit?.lines.start ?? 0) || compareText(a.name, b.name),
  )
  const annotatedUnits = notesByUnit.size - (notesByUnit.has('') ? 1 : 0)
  const all =
    units === undefined ? undefined : new Set(units.filter((unit) => isAsked(unit, target)).map(({ name }) => name))
  return {
    units: inOrder.map((each) => summaryUnit(file, each)),
    annotatedUnits,
    unannotatedUnits: all === undefined ? undefined : all.size - annotatedUnits,
    gone: [...gone],
  }
}

/** The unit without a name: the file itself. */
const FILE: readonly (readonly [name: string, unit: AstUnit | undefined])[] = [['', undefined]]

/** The units that an anchor stands for, of those in question, each name once; `undefined` when it stands for none. */
function unitsNamed(anchor: string, target: SummaryTarget): typeof FILE | undefined {
  const { asked, units } = target
  if (units === undefined) {
    const ours =
      asked === undefined || matchAnchor(asked.anchor, [anchor], (name) => name, { fuzzy: false }) !== undefined
    return ours ? [[anchorSegments(anchor).join('::') || anchor, undefined]] : []
  }
  const found = matchAnchor(anchor, units, (unit) => unit.name, { fuzzy: false })
  if (found === undefined) return undefined
  const byName = new Map<string, AstUnit>()
  for (const unit of found.matches) if (isAsked(unit, target) && !byName.has(unit.name)) byName.set(unit.name, unit)
  return [...byName]
}

/** The units that a note was placed in under other names, of those in question. */
function unitsPlaced({ units = [] }: FileNote, target: SummaryTarget): typeof FILE | undefined {
  const found = units.filter((unit) => isAsked(unit, target)).map((unit) => [unit.name, unit] as const)
  return units.length === 0 ? undefined : found
}

/** Whether a unit is in question, itself or as a part of one that is. */
function isAsked(unit: AstUnit, { asked }: SummaryTarget): boolean {
  return (
    asked?.units === undefined ||
    asked.units.some(({ name, lines }) => name === unit.name || contains(lines, unit.lines))
  )
}

function summaryUnit(file: string, { name, notes, unit }: UnitNotes): SummaryUnit {
  const commit = notes[0]?.commit
  const newest = notes.filter((note) => note.commit === commit)
  // The author's words come before those of a model about the same commit.
  const [mainNote] = [...newest].sort((a, b) => Number(isInferred(a)) - Number(isInferred(b))) as [
    FileNote,
    ...FileNote[],
  ]
  const type = unit?.type ?? mainNote.region.ast_anchor?.type
  const risk = notes.find(({ region }) => region.risk_notes !== undefined && region.risk_notes !== '')
  return {
    file,
    ...omitEmpty({ anchor: name }),
    ...(name === '' || type === undefined ? {} : { type }),
    ...omitUndefined({ lines: unit?.lines }),
    commit: mainNote.commit,
    timestamp: commitTime(mainNote.committedAt) ?? mainNote.annotation.timestamp,
    context_level: mainNote.region.context_level ?? mainNote.annotation.context_level,
    intent: mainNote.region.intent,
    constraints: uniteConstraints(notes.flatMap(({ region }) => region.constraints)),
    ...omitUndefined({ risk_notes: risk?.region.risk_notes }),
    older: new Set(notes.filter((note) => note.commit !== commit).map((note) => note.commit)).size,
    ...omitEmpty({ flagged: notes.some(({ region }) => isDoubted(region)) }),
  }
}

function isInferred({ annotation, region }: FileNote): boolean {
  return (region.context_level ?? annotation.context_level) === 'inferred'
}

/** Whether somebody says that it is wrong, or that something newer holds. */
function isDoubted({ corrections }: Region): boolean {
  return corrections.some(({ correction_type: type }) => type === 'flag' || type === 'supersede')
}
