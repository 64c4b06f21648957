import {
  correctionDocument,
  parseCorrection,
  parseTimestamp,
  type Correction,
  type CorrectionEffect,
  type Region,
  type UnknownKeys,
} from '@chronicle/schema'
import { anchorRelation, anchorSegments } from '../read/match-anchor.ts'

/** A correction prepared for application and display. Derived values are shared by all regions that it targets. */
export interface CorrectionEntry {
  /** Empty if another tool recorded something that cannot be parsed. */
  readonly correction: Partial<Correction>
  /** The segments of the correction's anchor. */
  readonly segments: readonly string[] | undefined
  /** The fields to show besides its effect. */
  readonly document: UnknownKeys
  readonly time: number
  /** Orders corrections of the same time identically everywhere. */
  readonly key: string
  readonly shown: Map<CorrectionEffect, UnknownKeys>
}

/** Returns an entry for a correction stored beside its annotation. */
export function entryOf({ unknown_keys: _, ...correction }: Correction): CorrectionEntry {
  const { $schema: __, ...document } = correctionDocument(correction)
  if (isEdit(correction)) return makeEntry(correction, document)
  const { condensed: ___, ...rest } = correction
  return makeEntry(rest, document)
}

/** Returns an entry for a correction that another tool recorded inside the region. It is shown unchanged. */
export function entryOfNoteCorrection(document: UnknownKeys): CorrectionEntry {
  const { condensed: _, ...correction } = parseCorrection(document) ?? {}
  return makeEntry(correction, document)
}

function makeEntry(correction: Partial<Correction>, document: UnknownKeys): CorrectionEntry {
  const { anchor, timestamp = '' } = correction
  const segments = anchor === undefined ? undefined : anchorSegments(anchor)
  const time = parseTimestamp(timestamp) ?? -Infinity
  return { correction, segments, document, time, key: JSON.stringify(document), shown: new Map() }
}

/** Returns the distinct entries in time order. */
export function distinctByTime(entries: readonly CorrectionEntry[]): readonly CorrectionEntry[] {
  const distinct = new Map<string, CorrectionEntry>()
  for (const entry of entries) if (!distinct.has(entry.key)) distinct.set(entry.key, entry)
  return [...distinct.values()].sort((a, b) => compare(a.time, b.time) || compare(a.key, b.key))
}

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns a correction as shown in a region, with its effect. */
export function withEffect(entry: CorrectionEntry, applied: boolean): UnknownKeys {
  const { correction, document, shown } = entry
  if (correction.correction_type === undefined) return document
  const effect: CorrectionEffect = applied ? 'applied' : isEdit(correction) ? 'value_not_found' : 'noted'
  const known = shown.get(effect) ?? { ...document, effect }
  shown.set(effect, known)
  return known
}

/** Whether a correction removes or replaces a value. */
export function isEdit({ correction_type: type }: Partial<Correction>): boolean {
  return type === 'remove' || type === 'amend'
}

/** Whether a correction concerns the whole annotation rather than certain regions. */
export function targetsWholeAnnotation({ file, anchor, intent }: Partial<Correction>): boolean {
  return file === undefined && anchor === undefined && intent === undefined
}

/** Returns the entries that target a region. */
export function entriesFor(entries: readonly CorrectionEntry[], region: Region): readonly CorrectionEntry[] {
  const name = region.ast_anchor && anchorSegments(region.ast_anchor.name)
  return entries.filter(({ correction, segments }) => isMeant(correction, segments, region, name))
}

/**
 * Whether a correction targets a region: by its recorded file, its anchor's name (never a similar one), and its intent.
 */
export function targets(correction: Partial<Correction>, region: Region): boolean {
  const segments = correction.anchor === undefined ? undefined : anchorSegments(correction.anchor)
  return isMeant(correction, segments, region, region.ast_anchor && anchorSegments(region.ast_anchor.name))
}

function isMeant(
  { file, intent }: Partial<Correction>,
  wanted: readonly string[] | undefined,
  region: Region,
  name: readonly string[] | undefined,
): boolean {
  if (file !== undefined && file !== region.file) return false
  if (intent !== undefined && intent !== region.intent) return false
  if (wanted === undefined) return true
  return name !== undefined && anchorRelation(wanted, name) !== undefined
}
