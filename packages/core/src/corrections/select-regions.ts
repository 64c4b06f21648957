import {
  type Annotation,
  type CorrectedPlace,
  type Correction,
  err,
  ok,
  parseRepoPath,
  type Region,
  type Result,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { targets } from './correction-entry.ts'
import type { CorrectionError } from './correction-error.ts'
import type { OpenAnnotation } from './open-annotation.ts'

/** Which regions of an annotation are meant: all of them, or those of a file, a unit, or a unit of a file. */
export interface RegionSelection {
  readonly file?: string
  readonly anchor?: string
}

/** The regions, as recorded, that a selection stands for; never none. */
export function selectRegions(
  { commit, annotation }: OpenAnnotation,
  selection: RegionSelection,
): Result<readonly Region[], CorrectionError> {
  const { anchor } = selection
  const path = selection.file === undefined ? ok(undefined) : parseRepoPath(selection.file)
  if (path.isErr()) return err(path.error)
  const place = {
    ...(path.value === undefined ? {} : { file: path.value }),
    ...(anchor === undefined ? {} : { anchor }),
  }
  const regions = annotation.regions.filter((region) => targets(place, region))
  if (regions.length > 0) return ok(regions)
  const wanted = [path.value, anchor].filter((part) => part !== undefined).join(' ')
  const there = annotation.regions.map(placeOf)
  const list = there.length === 0 ? 'It has no regions.' : `Its regions: ${there.map(describePlace).join('; ')}`
  const message = `The annotation on ${commit.slice(0, 12)} has no region ${wanted === '' ? 'at all' : `for ${wanted}`}. ${list}`
  return err(codedError('region_not_found', message, { data: { commit, ...place, regions: there } }))
}

/** What makes a correction speak of one region and of no other of its annotation. */
export function aimAt(region: Region, annotation: Annotation): Pick<Correction, 'file' | 'anchor' | 'intent'> {
  const place = {
    ...(region.file === undefined ? {} : { file: region.file }),
    ...(region.ast_anchor === undefined ? {} : { anchor: region.ast_anchor.name }),
  }
  const alone = annotation.regions.every((other) => other === region || !targets(place, other))
  return alone ? place : { ...place, intent: region.intent }
}

/** A region as receipts and messages name it. */
export function placeOf({ file, ast_anchor: anchor, intent }: Region): CorrectedPlace {
  return { ...(file === undefined ? {} : { file }), ...(anchor === undefined ? {} : { anchor: anchor.name }), intent }
}

/** `src/a.ts Pool::acquire (Hands out at most four …)`. */
function describePlace({ file, anchor, intent }: CorrectedPlace): string {
  const place = [file, anchor].filter((part) => part !== undefined).join(' ')
  return `${place === '' ? 'the whole commit' : place} (${firstWords(intent)})`
}

/** Enough of a text to recognise it by, on one line. */
export function firstWords(text: string, length = 60): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length).trimEnd()} …`
}
