import { omitUndefined, type HistoryStep, type PlaceEcho, type ReadOutput, type ReadRegion } from '@chronicle/schema'
import { readOutputArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'

/** An arbitrary answer to `read`, from which the answers to other queries are built. */
export const anyRead: fc.Arbitrary<ReadOutput> = fc
  .constantFrom('realistic', 'hostile', 'mixed')
  .chain((content) => readOutputArbitrary({ content }))

export function placeOf({ query, regions }: ReadOutput): PlaceEcho {
  const { anchor, at, commit } = query
  const file = typeof query.file === 'string' ? query.file : (query.file[0] ?? '')
  // The place that an answer is about is often one of the files in its regions.
  const known = regions[0]?.file ?? file
  return { file: regions.length % 2 === 0 ? file : known, ...omitUndefined({ anchor }), at, commit }
}

/** Returns a history step for the region's commit. In a series, every fifth step is about the whole commit. */
export function stepOf(region: ReadRegion, position = 0): HistoryStep {
  const { ast_anchor: anchor, commit, context_level, file, intent, lines, timestamp } = region
  const { corrections, reasoning, related, risk_notes, summary, tags, task } = region
  const constraints = withoutEmptyEntries(region.constraints)
  const rejected = region.rejected_alternatives && withoutEmptyEntries(region.rejected_alternatives)
  return withoutUndefined({
    ...{ commit, timestamp, context_level, intent, constraints, lines, corrections, reasoning, related, risk_notes },
    ...{ rejected_alternatives: rejected, summary, tags, task },
    author: `${region.recorded_file ?? 'Ada'} <ada@example.com>`,
    subject: region.summary ?? '',
    file: position % 5 === 4 ? undefined : file,
    anchor: anchor?.name,
    renamed_to: region.freshness === 'moved' ? (anchor?.signature ?? 'new') : undefined,
    provenance: {
      operation: region.confidence_factors.provenance ?? '',
      ...omitUndefined({ derived_from: region.drifted_by }),
    },
    linked_from:
      region.freshness === 'orphaned' ? [{ commit, anchor: file, relationship: summary ?? 'refines' }] : undefined,
  })
}

/** Filters out the entries that contain an empty value, as the notes reader does. */
export function withoutEmptyEntries<T extends object>(entries: readonly T[] = []): readonly T[] {
  return entries.filter((entry) => Object.values(entry).every((value) => value !== ''))
}

/** Removes the keys whose value is `undefined`. */
export function withoutUndefined<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
