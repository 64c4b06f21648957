import { compareText, omitEmpty, omitUndefined, type Region, type SummaryUnit } from '@chronicle/schema'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import { distinctBy, foldText, joinPassages, passagesOf } from '../../answer/fold-text.ts'
import { uniteConstraints } from '../../answer/merge-regions.ts'
import { contains } from '../../place/overlaps.ts'
import { withoutRemovedRules, type CommentedFile } from '../../read/comment-of-region.ts'
import { anchorSegments, matchAnchor } from '../../read/match-anchor.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import { goneKey, type FileNote } from './collect-file-notes.ts'

/** The summary of one file. */
export interface FileSummary {
  /** The file itself first, then its units in the order of the code. */
  readonly units: readonly SummaryUnit[]
  readonly annotatedUnits: number
  /** `undefined` when the file has no outline. */
  readonly unannotatedUnits: number | undefined
  /** Annotated units that no longer exist, as distinct pairs of `file` and anchor. */
  readonly gone: readonly string[]
}

/** The queried part of a file. */
export interface SummaryTarget {
  readonly file: string
  /** `undefined` when the file has no outline: anchors then count as units without a check. */
  readonly units: readonly AstUnit[] | undefined
  /** The text of the file; absent for what has none. */
  readonly text?: CommentedFile['text']
  /** The queried anchor, and the units that it matches. */
  readonly queried?: { readonly anchor: string; readonly units: readonly AstUnit[] | undefined }
}

/** The annotations of a unit, newest first. */
interface UnitNotes {
  readonly name: string
  readonly unit: AstUnit | undefined
  readonly notes: FileNote[]
}

/**
 * Creates one entry for each unit: the intent of its newest annotation, and the rules of all its annotations, so that a
 * newer note never hides a rule. A unit is identified by its name: a type and its `impl` blocks, or overloads, are one
 * unit. An anchor whose last segments match several units is about all of them. Regions without an anchor are about the
 * file.
 */
export function summariseFile(newestFirst: readonly FileNote[], target: SummaryTarget): FileSummary {
  const { queried, file, units } = target
  const notesByUnit = new Map<string, UnitNotes>()
  const gone = new Set<string>()
  for (const note of newestFirst) {
    const anchor = note.region.ast_anchor?.name
    const named = anchor === undefined ? FILE : (unitsNamed(anchor, target) ?? unitsOfPlacement(note, target))
    if (named === undefined) {
      if (queried === undefined) gone.add(goneKey(file, anchorSegments(anchor ?? '').join('::')))
      continue
    }
    for (const [name, unit] of queried !== undefined && anchor === undefined ? [] : named) {
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
    units === undefined ? undefined : new Set(units.filter((unit) => isQueried(unit, target)).map(({ name }) => name))
  return {
    units: inOrder.map((each) => summaryUnit(target, each)),
    annotatedUnits,
    unannotatedUnits: all === undefined ? undefined : all.size - annotatedUnits,
    gone: [...gone],
  }
}

/** The file itself, as a unit without a name. */
const FILE: readonly (readonly [name: string, unit: AstUnit | undefined])[] = [['', undefined]]

/** Returns the queried units that an anchor matches, each name once; `undefined` when it matches none. */
function unitsNamed(anchor: string, target: SummaryTarget): typeof FILE | undefined {
  const { queried, units } = target
  if (units === undefined) {
    const ours =
      queried === undefined || matchAnchor(queried.anchor, [anchor], (name) => name, { fuzzy: false }) !== undefined
    return ours ? [[anchorSegments(anchor).join('::') || anchor, undefined]] : []
  }
  const found = matchAnchor(anchor, units, (unit) => unit.name, { fuzzy: false })
  if (found === undefined) return undefined
  const byName = new Map<string, AstUnit>()
  for (const unit of found.matches) if (isQueried(unit, target) && !byName.has(unit.name)) byName.set(unit.name, unit)
  return [...byName]
}

/** Returns the queried units in which a note was placed under other names. */
function unitsOfPlacement({ units = [] }: FileNote, target: SummaryTarget): typeof FILE | undefined {
  const found = units.filter((unit) => isQueried(unit, target)).map((unit) => [unit.name, unit] as const)
  return units.length === 0 ? undefined : found
}

/** Whether a unit was queried, itself or as a part of another unit. */
function isQueried(unit: AstUnit, { queried }: SummaryTarget): boolean {
  return (
    queried?.units === undefined ||
    queried.units.some(({ name, lines }) => name === unit.name || contains(lines, unit.lines))
  )
}

function summaryUnit({ file, text }: SummaryTarget, { name, notes, unit }: UnitNotes): SummaryUnit {
  const commit = notes[0]?.commit
  const newest = notes.filter((note) => note.commit === commit)
  // The author's words take precedence over a model's about the same commit.
  const [mainNote] = [...newest].sort((a, b) => Number(isInferred(a)) - Number(isInferred(b))) as [
    FileNote,
    ...FileNote[],
  ]
  const type = unit?.type ?? mainNote.region.ast_anchor?.type
  const risks = notes.flatMap(({ region }) => passagesOf(region.risk_notes))
  return {
    file,
    ...omitEmpty({ anchor: name }),
    ...(name !== '' && type !== undefined && { type }),
    ...omitUndefined({ lines: unit?.lines }),
    commit: mainNote.commit,
    timestamp: commitTime(mainNote.committedAt) ?? mainNote.annotation.timestamp,
    context_level: mainNote.region.context_level ?? mainNote.annotation.context_level,
    intent: mainNote.region.intent,
    constraints: uniteConstraints(notes.flatMap(({ region }) => withoutRemovedRules(region, { text }).constraints)),
    ...omitUndefined({ risk_notes: joinPassages(distinctBy(risks, foldText)) }),
    older: new Set(notes.filter((note) => note.commit !== commit).map((note) => note.commit)).size,
    ...omitEmpty({ flagged: notes.some(({ region }) => isDoubted(region)) }),
  }
}

function isInferred({ annotation, region }: FileNote): boolean {
  return (region.context_level ?? annotation.context_level) === 'inferred'
}

/** Whether a correction says that the region is wrong or has been replaced by something newer. */
function isDoubted({ corrections }: Region): boolean {
  return corrections.some(({ correction_type: type }) => type === 'flag' || type === 'supersede')
}
