import {
  omitUndefined,
  type CorrectedPlace,
  type Correction,
  err,
  ok,
  parseRegionPath,
  type Region,
  type Result,
  safeTry,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { ArgumentKind } from '../contracts/require-arguments.ts'
import { targets } from './correction-entry.ts'
import type { CorrectionError } from './correction-error.ts'
import type { OpenAnnotation } from './open-annotation.ts'
import { MIN_REGION_ID_DIGITS, regionId } from './region-id.ts'

/**
 * Selects regions of an annotation: all of them, or those that match every given criterion. File and anchor match the
 * recorded or the reattached place.
 */
export interface RegionSelection {
  readonly file?: string | undefined
  readonly anchor?: string | undefined
  /** Id of one region as shown in errors and receipts, or its first four or more digits. */
  readonly id?: string | undefined
  /** Words of the intent, in any order. */
  readonly intent?: string | undefined
}

/** Required types of a selection's properties. */
export const SELECTION_KINDS: Readonly<Record<keyof RegionSelection, ArgumentKind>> = {
  file: 'text?',
  anchor: 'text?',
  id: 'text?',
  intent: 'text?',
}

/** Whether the selection has any criterion. Otherwise the annotation as a whole is meant. */
export function isSelective({ file, anchor, id, intent }: RegionSelection): boolean {
  return [file, anchor, id, intent].some((given) => given !== undefined)
}

/** Returns the selected regions as recorded. Fails if there is none. */
export function selectRegions(
  open: OpenAnnotation,
  selection: RegionSelection,
): Result<readonly Region[], CorrectionError> {
  return safeTry(function* () {
    const { commit, annotation } = open
    const path = yield* selection.file === undefined ? ok(undefined) : parseRegionPath(selection.file)
    const { file: _, ...rest } = selection
    const normal = { ...rest, ...omitUndefined({ file: path }) }
    const regions = filterRegions(open, normal)
    if (regions.length > 0) return ok(regions)
    const wanted = [normal.file, normal.anchor, normal.id, normal.intent && `"${normal.intent}"`]
    const name = wanted.filter((part) => part !== undefined).join(' ')
    const list =
      annotation.regions.length === 0 ? 'It has no regions.' : `Its regions: ${listRegions(annotation.regions)}`
    const message = `The annotation on ${commit.slice(0, 12)} has no region ${name === '' ? 'at all' : `for ${name}`}. ${list}`
    const data = { commit, ...normal, regions: annotation.regions.map(placeOf) }
    return err(codedError('region_not_found', message, { data }))
  })
}

/** Returns the selected regions, possibly none. The path must be normalised. */
export function filterRegions(
  { annotation, corrected }: OpenAnnotation,
  { file, anchor, id, intent }: RegionSelection,
): readonly Region[] {
  const place = omitUndefined({ file, anchor })
  return annotation.regions.filter((region, position) => {
    const moved = corrected.regions[position]?.place && corrected.regions[position].region
    const isThere = targets(place, region) || (moved !== undefined && targets(place, moved))
    return isThere && hasId(region, id) && hasWords(region.intent, intent)
  })
}

/** Whether a region has the given id or id prefix. */
export function hasId(region: Region, id: string | undefined): boolean {
  if (id === undefined) return true
  return id.length >= MIN_REGION_ID_DIGITS && regionId(region).startsWith(id.toLowerCase())
}

/** Whether a text contains all given words. */
export function hasWords(text: string, words: string | undefined): boolean {
  const lower = text.toLowerCase()
  return (words ?? '')
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => lower.includes(word))
}

/**
 * Returns the properties by which a correction targets one region only, including its intent if it has one. The place
 * alone would also match what is recorded there later, or by somebody else, on the same commit.
 */
export function targetOf({ file, ast_anchor: anchor, intent }: Region): Pick<Correction, 'file' | 'anchor' | 'intent'> {
  return omitUndefined({ file, anchor: anchor?.name, intent: intent.trim() === '' ? undefined : intent })
}

/** Returns the description of a region for receipts and messages. */
export function placeOf(region: Region): CorrectedPlace {
  const { file, ast_anchor: anchor, intent } = region
  return {
    ...omitUndefined({ file, anchor: anchor?.name }),
    intent,
    id: regionId(region),
  }
}

/** Formats a list of regions: `1f0c3a5b src/a.ts Pool::acquire (Hands out at most four …)` */
export function listRegions(regions: readonly Region[]): string {
  return regions
    .map((region) => {
      const { file, anchor, intent } = placeOf(region)
      const place = [file, anchor].filter((part) => part !== undefined).join(' ')
      return `${regionId(region)} ${place === '' ? 'the whole commit' : place} (${firstWords(intent)})`
    })
    .join('; ')
}

/** Returns the beginning of a text on one line, long enough to recognise it. */
export function firstWords(text: string, length = 60): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length).trimEnd()} …`
}
