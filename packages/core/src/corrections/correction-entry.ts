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

/** A correction as it is applied and shown. What is worked out of it once serves every region it speaks of. */
export interface CorrectionEntry {
  /** Empty when another tool recorded what cannot be understood. */
  readonly correction: Partial<Correction>
  /** The segments of its anchor. */
  readonly segments: readonly string[] | undefined
  /** What is shown of it, beside its effect. */
  readonly document: UnknownKeys
  readonly time: number
  /** Tells corrections of one time apart, the same everywhere. */
  readonly key: string
  readonly shown: Map<CorrectionEffect, UnknownKeys>
}

/** An entry for a correction that stands beside its annotation. */
export function entryOf({ unknown_keys: _, ...correction }: Correction): CorrectionEntry {
  const { $schema: __, ...document } = correctionDocument(correction)
  if (isEdit(correction)) return makeEntry(correction, document)
  const { condensed: ___, ...rest } = correction
  return makeEntry(rest, document)
}

/** The same for one that another tool recorded in the region; it is shown as it stands. */
export function entryInNote(document: UnknownKeys): CorrectionEntry {
  const { condensed: _, ...correction } = parseCorrection(document) ?? {}
  return makeEntry(correction, document)
}

function makeEntry(correction: Partial<Correction>, document: UnknownKeys): CorrectionEntry {
  const { anchor, timestamp = '' } = correction
  const segments = anchor === undefined ? undefined : anchorSegments(anchor)
  const time = parseTimestamp(timestamp) ?? -Infinity
  return { correction, segments, document, time, key: JSON.stringify(document), shown: new Map() }
}

/** Each once, in the order of their times. */
export function inOrder(entries: readonly CorrectionEntry[]): readonly CorrectionEntry[] {
  const distinct = new Map<string, CorrectionEntry>()
  for (const entry of entries) if (!distinct.has(entry.key)) distinct.set(entry.key, entry)
  return [...distinct.values()].sort((a, b) => compare(a.time, b.time) || compare(a.key, b.key))
}

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What is shown of a correction in a region: what was said, and what it came to. */
export function withEffect(entry: CorrectionEntry, applied: boolean): UnknownKeys {
  const { correction, document, shown } = entry
  if (correction.correction_type === undefined) return document
  const effect: CorrectionEffect = applied ? 'applied' : isEdit(correction) ? 'value_not_found' : 'noted'
  const known = shown.get(effect) ?? { ...document, effect }
  shown.set(effect, known)
  return known
}

/** Whether it takes a value out, or puts another in its place. */
export function isEdit({ correction_type: type }: Partial<Correction>): boolean {
  return type === 'remove' || type === 'amend'
}

/** About the annotation as a whole, rather than regions that it names. */
export function isOfWhole({ file, anchor, intent }: Partial<Correction>): boolean {
  return file === undefined && anchor === undefined && intent === undefined
}

/** Of the entries, those that mean a region. */
export function entriesFor(entries: readonly CorrectionEntry[], region: Region): readonly CorrectionEntry[] {
  const name = region.ast_anchor && anchorSegments(region.ast_anchor.name)
  return entries.filter(({ correction, segments }) => isMeant(correction, segments, region, name))
}

/** Whether a region is meant: by its file as recorded, its anchor's name (never by a similar one), and its intent. */
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
