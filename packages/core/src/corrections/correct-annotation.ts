import {
  isObjectId,
  omitUndefined,
  parseTimestamp,
  type Annotation,
  type AstAnchor,
  type CommitId,
  type Correction,
  type LineRange,
  type Region,
} from '@chronicle/schema'
import { applyCondensed, type RegionUnderCorrection } from './apply-condensed.ts'
import { CORRECTION_FACTORS, type CorrectionFactors } from './correction-factors.ts'
import {
  entriesFor,
  entryOfNoteCorrection,
  entryOf,
  distinctByTime,
  isEdit,
  targetsWholeAnnotation,
  withEffect,
  type CorrectionEntry,
} from './correction-entry.ts'
import { removeTakenBackFlags } from './remove-taken-back-flags.ts'
import { ANNOTATION_FIELDS, changeAnnotation, changeRegion, type ValueChange } from './region-values.ts'

/** A region after its corrections. */
export interface CorrectedRegion {
  /** With corrected values. `corrections` contains all corrections that concern it, each with its `effect`. */
  readonly region: Region
  /** Whether it was withdrawn and must not be shown as valid. */
  readonly retracted: boolean
  /** Factor for its confidence after corrections, in [0, 1]. */
  readonly factor: number
  /**
   * The place stated by the last `reattach`: file, unit and lines in the files of `commit`, the same as those of
   * `region`. Absent: the place of `region` refers to the annotated commit.
   */
  readonly place?: StatedPlace
  /** The reasoning as recorded, if a condensed text replaces it. */
  readonly recordedReasoning?: string
}

/** A place and the commit to whose files it refers. */
export interface StatedPlace {
  readonly commit: CommitId
  readonly file: string
  readonly anchor?: AstAnchor
  readonly lines?: LineRange
}

/** An annotation after its corrections. */
export interface CorrectedAnnotation {
  /** Contains the regions of `regions`, including retracted ones. */
  readonly annotation: Annotation
  /** In the order of the original annotation. */
  readonly regions: readonly CorrectedRegion[]
}

/** Maximum length of a chain of corrections in which each corrects the value of the one before. */
const MAX_PASSES = 10

/**
 * Applies corrections to an annotation, including those inside its regions. The order of `corrections` does not matter:
 * they are applied in time order, each at most once, and a further one never raises a confidence.
 */
export function correctAnnotation(
  annotation: Annotation,
  corrections: readonly Correction[],
  factors: CorrectionFactors = CORRECTION_FACTORS,
): CorrectedAnnotation {
  if (corrections.length === 0 && annotation.regions.every((region) => region.corrections.length === 0)) {
    return { annotation, regions: annotation.regions.map(withoutCorrections) }
  }
  const outside = distinctByTime(corrections.map(entryOf))
  const whole = outside.filter(({ correction }) => targetsAnnotation(correction))
  const aimed = outside.filter(({ correction }) => !targetsAnnotation(correction))
  const { corrected, applied } = applyEdits(annotation, whole, changeAnnotation)
  const remarks = whole.filter(({ correction }) => correction.field !== 'cross_cutting')

  const edited = annotation.regions.map((region): RegionUnderCorrection | undefined => {
    const own = entriesFor(aimed, region).filter((each) => !isStatedAfter(region, annotation, each))
    if (own.length === 0 && region.corrections.length === 0 && remarks.length === 0) return undefined
    const all =
      region.corrections.length === 0 ? own : distinctByTime([...own, ...region.corrections.map(entryOfNoteCorrection)])
    const entries = removeTakenBackFlags(all)
    if (entries.length === 0 && region.corrections.length === 0 && remarks.length === 0) return undefined
    return makeEdits({ region, entries, applied: new Set(), retracted: entries.some(isRetraction) })
  })
  const candidates = applyCondensed(edited, aimed, makeEdits)
  // If one targeted region has a value, it is not reported as missing in the others.
  const found = new Set(candidates.flatMap((candidate) => [...(candidate?.applied ?? [])]))

  const regions = annotation.regions.map((region, position): CorrectedRegion => {
    const candidate = candidates[position]
    if (candidate === undefined) return withoutCorrections(region)
    const { applied: made, condensed = [], entries, recordedReasoning, region: corrected, retracted } = candidate
    const all = entries.filter(({ correction }) => correction.condensed === undefined)
    const moved = all.findLast(({ correction }) => reattachedPlace(correction) !== undefined)
    const place = moved && reattachedPlace(moved.correction)
    const visible = all.filter((each) => !isEdit(each.correction) || made.has(each) || !found.has(each))
    const shown = [
      ...visible.map((each) => withEffect(each, made.has(each) || each === moved)),
      ...condensed,
      ...remarks.map((each) => withEffect(each, applied.has(each))),
    ]
    // A condensed text was not wrong, so it does not count as an edit.
    const isEdited = all.some((each) => made.has(each)) || remarks.some((each) => applied.has(each))
    return {
      region: {
        ...(place === undefined ? corrected : atPlace(corrected, place)),
        corrections: shown,
      },
      retracted,
      factor: factorOf(all, isEdited, factors),
      ...omitUndefined({ place, recordedReasoning }),
    }
  })
  const withdrawn = aimed.some((each) => isRetraction(each) && targetsWholeAnnotation(each.correction))
  const cross_cutting = withdrawn ? [] : corrected.cross_cutting
  return { annotation: { ...corrected, cross_cutting, regions: regions.map(({ region }) => region) }, regions }
}

function reattachedPlace({
  correction_type: type,
  place,
  at_commit: commit,
}: Partial<Correction>): StatedPlace | undefined {
  if (type !== 'reattach' || place === undefined || commit === undefined || !isObjectId(commit)) return undefined
  const { file, ast_anchor: anchor, lines } = place
  return {
    commit: commit as CommitId,
    file,
    ...omitUndefined({ anchor, lines }),
  }
}

function atPlace(region: Region, { file, anchor, lines }: StatedPlace): Region {
  const { ast_anchor: _, lines: __, ...rest } = region
  return {
    ...rest,
    file,
    ...omitUndefined({ ast_anchor: anchor, lines }),
  }
}

function withoutCorrections(region: Region): CorrectedRegion {
  return { region, retracted: false, factor: 1 }
}

function isRetraction({ correction }: CorrectionEntry): boolean {
  return correction.correction_type === 'retract'
}

/**
 * Whether a region was stated after a correction of the whole annotation, which therefore does not apply to it: an
 * author may withdraw an annotation and state a new one on the same commit. With equal times the correction applies. It
 * also applies to inferred regions, because inferring again gives the same text.
 */
function isStatedAfter(region: Region, annotation: Annotation, { correction, time }: CorrectionEntry): boolean {
  if (!targetsWholeAnnotation(correction) || !Number.isFinite(time)) return false
  return (timeStated(region, annotation) ?? -Infinity) > time
}

/** Returns when somebody stated a region, in the unit of `parseTimestamp`; `undefined` if it was inferred. */
export function timeStated(region: Region, annotation: Annotation): number | undefined {
  if ((region.context_level ?? annotation.context_level) !== 'enhanced') return undefined
  return parseTimestamp((region.recorded ?? annotation.provenance.recorded)?.at ?? '')
}

/** Whether a correction concerns a field of the annotation rather than of its regions. */
function targetsAnnotation(correction: Partial<Correction>): boolean {
  const fields: readonly string[] = ANNOTATION_FIELDS
  return isEdit(correction) && targetsWholeAnnotation(correction) && fields.includes(correction.field ?? '')
}

/** Applies the remaining edits of a region, except condensations. */
function makeEdits(candidate: RegionUnderCorrection): RegionUnderCorrection {
  const { applied: before, entries, region } = candidate
  const left = entries.filter((each) => !before.has(each) && each.correction.condensed === undefined)
  const { applied, corrected } = applyEdits(region, left, changeRegion)
  return { ...candidate, region: corrected, applied: new Set([...before, ...applied]) }
}

/** Applies every edit whose value exists, repeatedly, because an edit may create the value of another. */
function applyEdits<T>(
  subject: T,
  entries: readonly CorrectionEntry[],
  change: (subject: T, field: string, change: ValueChange) => T | undefined,
): { readonly corrected: T; readonly applied: ReadonlySet<CorrectionEntry> } {
  const applied = new Set<CorrectionEntry>()
  let corrected = subject
  for (let pass = 0, before = -1; before !== applied.size && pass < MAX_PASSES; pass++) {
    before = applied.size
    for (const entry of entries) {
      const { correction_type: type, field = '', target_value: from, replacement } = entry.correction
      if (!isEdit(entry.correction) || from === undefined || applied.has(entry)) continue
      if (type === 'amend' && replacement === undefined) continue
      const changed = change(corrected, field, { from, to: type === 'amend' ? replacement : undefined })
      if (changed === undefined) continue
      corrected = changed
      applied.add(entry)
    }
  }
  return { corrected, applied }
}

function factorOf(entries: readonly CorrectionEntry[], edited: boolean, factors: CorrectionFactors): number {
  const doubts = new Set<string | undefined>()
  const types = new Set<string | undefined>()
  for (const { correction } of entries) {
    types.add(correction.correction_type)
    const counts = correction.correction_type === 'flag' && doubts.size < factors.flagsCounted
    if (counts) doubts.add(correction.reason)
  }
  return (
    factors.flag ** doubts.size *
    (edited ? factors.edit : 1) *
    (types.has('supersede') ? factors.supersede : 1) *
    (types.has('retract') ? factors.retract : 1)
  )
}
