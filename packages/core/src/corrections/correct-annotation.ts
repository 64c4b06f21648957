import {
  correctionDocument,
  parseCorrection,
  parseTimestamp,
  type Annotation,
  type Correction,
  type CorrectionEffect,
  type Region,
  type UnknownKeys,
} from '@chronicle/schema'
import { anchorRelation, anchorSegments } from '../read/match-anchor.ts'
import { CORRECTION_FACTORS, type CorrectionFactors } from './correction-factors.ts'
import { ANNOTATION_FIELDS, changeAnnotation, changeRegion, type ValueChange } from './region-values.ts'

/** A region as its corrections leave it. */
export interface CorrectedRegion {
  /** Its values changed, and all corrections that touch it in `corrections`, each with its `effect`. */
  readonly region: Region
  /** Withdrawn: not to be shown as valid. */
  readonly retracted: boolean
  /** What the corrections leave of its confidence, in [0, 1]. */
  readonly factor: number
}

/** An annotation as its corrections leave it. */
export interface CorrectedAnnotation {
  /** Its regions are those of `regions`, retracted ones included. */
  readonly annotation: Annotation
  /** In the order of the annotation that was corrected. */
  readonly regions: readonly CorrectedRegion[]
}

/** A value may be corrected to one that is corrected in turn; a longer chain than this is cut. */
const MAX_PASSES = 10

/**
 * Applies corrections to an annotation, those that its regions hold included. The order of `corrections` does not
 * matter: they are applied in the order of their times, each at most once, and one more never raises a confidence.
 */
export function correctAnnotation(
  annotation: Annotation,
  corrections: readonly Correction[],
  factors: CorrectionFactors = CORRECTION_FACTORS,
): CorrectedAnnotation {
  if (corrections.length === 0 && annotation.regions.every((region) => region.corrections.length === 0)) {
    return { annotation, regions: annotation.regions.map(untouched) }
  }
  const outside = inOrder(corrections.map((correction) => entryOf(correction, shownForm(correction))))
  const whole = outside.filter(({ correction }) => speaksOfAnnotation(correction))
  const aimed = outside.filter(({ correction }) => !speaksOfAnnotation(correction))
  const { corrected, applied } = applyEdits(annotation, whole, changeAnnotation)
  const remarks = whole.filter(({ correction }) => correction.field !== 'cross_cutting')

  const candidates = annotation.regions.map((region) => {
    const own = aimed.filter(({ correction }) => targets(correction, region))
    if (own.length === 0 && region.corrections.length === 0 && remarks.length === 0) return undefined
    const all = inOrder([...own, ...region.corrections.map(inNote)])
    return { all, ...applyEdits(region, all, changeRegion) }
  })
  // A value that one of the regions meant does have is not missed in the others.
  const found = new Set(candidates.flatMap((candidate) => [...(candidate?.applied ?? [])]))
  const withdrawn = aimed.some(({ correction }) => isRetraction(correction) && isOfWhole(correction))

  const regions = annotation.regions.map((region, position): CorrectedRegion => {
    const candidate = candidates[position]
    if (candidate === undefined) return untouched(region)
    const visible = candidate.all.filter(
      (each) => !isEdit(each.correction) || candidate.applied.has(each) || !found.has(each),
    )
    const shown = [
      ...visible.map((each) => withEffect(each, candidate.applied)),
      ...remarks.map((each) => withEffect(each, applied)),
    ]
    const edited = candidate.applied.size > 0 || remarks.some((each) => applied.has(each))
    const meant = candidate.all.map(({ correction }) => correction)
    return {
      region: { ...candidate.corrected, corrections: shown },
      retracted: meant.some(isRetraction),
      factor: factorOf(meant, edited, factors),
    }
  })
  const cross_cutting = withdrawn ? [] : corrected.cross_cutting
  return { annotation: { ...corrected, cross_cutting, regions: regions.map(({ region }) => region) }, regions }
}

/** A correction, and what is shown of it. */
interface Entry {
  readonly correction: Partial<Correction>
  readonly shown: UnknownKeys
  readonly time: number
  /** Tells corrections of one time apart, the same everywhere. */
  readonly key: string
}

function untouched(region: Region): CorrectedRegion {
  return { region, retracted: false, factor: 1 }
}

function entryOf(correction: Partial<Correction>, shown: UnknownKeys): Entry {
  const time = parseTimestamp(correction.timestamp ?? '') ?? -Infinity
  return { correction, shown, time, key: JSON.stringify(shown) }
}

/** What another tool recorded in the region is shown as it stands, whether or not it can be understood. */
function inNote(shown: UnknownKeys): Entry {
  return entryOf(parseCorrection(shown) ?? {}, shown)
}

function shownForm({ unknown_keys: _, ...correction }: Correction): UnknownKeys {
  const { $schema: __, ...shown } = correctionDocument(correction)
  return shown
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const distinct = new Map<string, Entry>()
  for (const entry of entries) if (!distinct.has(entry.key)) distinct.set(entry.key, entry)
  return [...distinct.values()].sort((a, b) => compare(a.time, b.time) || compare(a.key, b.key))
}

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** About the annotation as a whole, rather than regions that it names. */
export function isOfWhole({ file, anchor, intent }: Partial<Correction>): boolean {
  return file === undefined && anchor === undefined && intent === undefined
}

function isEdit({ correction_type: type }: Partial<Correction>): boolean {
  return type === 'remove' || type === 'amend'
}

function isRetraction({ correction_type: type }: Partial<Correction>): boolean {
  return type === 'retract'
}

/** About a field that the annotation has once, rather than its regions. */
function speaksOfAnnotation(correction: Partial<Correction>): boolean {
  const fields: readonly string[] = ANNOTATION_FIELDS
  return isEdit(correction) && isOfWhole(correction) && fields.includes(correction.field ?? '')
}

/** Whether a region is meant: by its file as recorded, its anchor's name (never by a similar one), and its intent. */
export function targets({ file, anchor, intent }: Partial<Correction>, region: Region): boolean {
  if (file !== undefined && file !== region.file) return false
  if (intent !== undefined && intent !== region.intent) return false
  if (anchor === undefined) return true
  const name = region.ast_anchor?.name
  return name !== undefined && anchorRelation(anchorSegments(anchor), anchorSegments(name)) !== undefined
}

/** Makes every edit whose value is there, until none is left to make: one may bring forth the value of another. */
function applyEdits<T>(
  subject: T,
  entries: readonly Entry[],
  change: (subject: T, field: string, change: ValueChange) => T | undefined,
): { readonly corrected: T; readonly applied: ReadonlySet<Entry> } {
  const applied = new Set<Entry>()
  const edits = entries.filter(({ correction }) => isEdit(correction))
  let corrected = subject
  for (let pass = 0, before = -1; before !== applied.size && pass < MAX_PASSES; pass++) {
    before = applied.size
    for (const entry of edits) {
      const { correction_type: type, field = '', target_value: from, replacement } = entry.correction
      if (applied.has(entry) || from === undefined || (type === 'amend' && replacement === undefined)) continue
      const changed = change(corrected, field, { from, to: type === 'amend' ? replacement : undefined })
      if (changed === undefined) continue
      corrected = changed
      applied.add(entry)
    }
  }
  return { corrected, applied }
}

function withEffect(entry: Entry, applied: ReadonlySet<Entry>): UnknownKeys {
  const { correction, shown } = entry
  if (correction.correction_type === undefined) return shown
  const changed: CorrectionEffect = applied.has(entry) ? 'applied' : 'value_not_found'
  const effect: CorrectionEffect = isEdit(correction) ? changed : 'noted'
  return { ...shown, effect }
}

function factorOf(corrections: readonly Partial<Correction>[], edited: boolean, factors: CorrectionFactors): number {
  const has = (type: Correction['correction_type']): boolean =>
    corrections.some((correction) => correction.correction_type === type)
  const doubts = corrections.filter(({ correction_type: type }) => type === 'flag').map(({ reason }) => reason)
  const flags = Math.min(new Set(doubts).size, factors.flagsCounted)
  return (
    factors.flag ** flags *
    (edited ? factors.edit : 1) *
    (has('supersede') ? factors.supersede : 1) *
    (has('retract') ? factors.retract : 1)
  )
}
