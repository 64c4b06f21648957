import { groupBy } from './group-by.ts'
import type { Annotation, ContextLevel, Provenance, StoredRecording } from './annotation.ts'
import { canonicalJson } from './canonical-json.ts'
import { compareText } from './compare.ts'
import { concernId, contentId } from './content-id.ts'
import {
  compareRegions,
  firstRecording,
  joinConcerns,
  joinRegions,
  sortedUnique,
  type RegionWithOrigin,
} from './join-regions.ts'
import { mergeUnknownKeys } from './merge-unknown-keys.ts'
import { joinTexts } from './text-set.ts'
import { parseTimestamp } from './timestamp.ts'
import { omitEmpty } from './omit-empty.ts'
import { omitUndefined } from './omit-undefined.ts'

/**
 * Merges two annotations without losing anything of either. Associative, commutative and idempotent up to
 * `canonicalAnnotation`: every result is canonical, `merge(a, b)` equals `merge(b, a)`, and `merge(a, a)` equals
 * `canonicalAnnotation(a)`. Time and memory are O(n log n) in the size of the input.
 *
 * - Regions with the same `contentId` are merged field by field: lists become their union, and different texts are kept
 *   as passages separated by a line `----`. Regions that differ in place or intent are both kept.
 * - `context_level` is `enhanced` if either side is; regions of an `inferred` side then keep `inferred` as their own.
 * - `recorded` of the provenance is kept if it is the same on all sides. Otherwise each region keeps its own, and a
 *   region
 *   that several sides recorded keeps that of the first.
 * - `timestamp` is the later one; `operation` is the least trusted one: `squash`, then `amend`, then `initial`.
 * - Different values of one unknown key are kept as `{ "merged_values": [...] }`.
 * - Both `commit` values should be the same. If they differ, the smaller id is used, and the caller has to replace it.
 */
export function mergeAnnotations(a: Annotation, b: Annotation): Annotation {
  return mergeAll([a, b])
}

/**
 * Returns the canonical form, which every merge produces: regions and lists in a fixed order, equal entries joined.
 * Idempotent.
 */
export function canonicalAnnotation(annotation: Annotation): Annotation {
  return mergeAll([annotation])
}

/** Merges any number of annotations in one pass, as `mergeAnnotations` does. */
export function mergeAll(all: readonly [Annotation, ...Annotation[]]): Annotation {
  const context_level: ContextLevel = all.some((each) => each.context_level === 'enhanced') ? 'enhanced' : 'inferred'
  const recorded = commonRecording(all)
  const task = joinTexts(all.map((each) => each.task))
  const unknown_keys = mergeUnknownKeys(all.map((each) => each.unknown_keys))
  return {
    commit: all.map((each) => each.commit).reduce((a, b) => (b < a ? b : a)),
    timestamp: all.map((each) => each.timestamp).reduce(laterTime),
    ...omitUndefined({ task }),
    summary: joinTexts(all.map((each) => each.summary)) ?? '',
    context_level,
    regions: mergeRegions(all).map(({ region, level, recorded: own }) => ({
      ...region,
      ...(level !== context_level && { context_level: level }),
      ...(own !== undefined && canonicalJson(own) !== canonicalJson(recorded) && { recorded: own }),
    })),
    cross_cutting: mergeConcerns(all),
    provenance: {
      ...mergeProvenance(all.map((each) => each.provenance)),
      ...omitUndefined({ recorded }),
    },
    read_from: sortedUnique(all.flatMap((each) => each.read_from)),
    ...omitUndefined({ unknown_keys }),
  }
}

function mergeRegions(all: readonly Annotation[]): readonly RegionWithOrigin[] {
  const leveled = all.flatMap(({ context_level: level, provenance: { recorded }, regions }) =>
    regions.map((region) => ({
      region,
      level: region.context_level ?? level,
      recorded: region.recorded ?? recorded,
    })),
  )
  return [...groupBy<string, RegionWithOrigin>(leveled, ({ region }) => contentId(region))]
    .sort(([a, [x]], [b, [y]]) => (x && y ? compareRegions(x.region, y.region) : 0) || compareText(a, b))
    .map(([, group]) => ({
      region: joinRegions(group.map((each) => each.region)),
      level: group.some((each) => each.level === 'enhanced') ? 'enhanced' : 'inferred',
      recorded: firstRecording(group),
    }))
}

/** Returns the recording that all annotations share. If they differ, each region keeps its own. */
function commonRecording(all: readonly Annotation[]): StoredRecording | undefined {
  const [first, ...others] = all.map(({ provenance }) => provenance.recorded)
  const same = others.every((each) => canonicalJson(each) === canonicalJson(first))
  return same ? first : undefined
}

function mergeConcerns(all: readonly Annotation[]): Annotation['cross_cutting'] {
  const groups = groupBy(
    all.flatMap((each) => each.cross_cutting),
    concernId,
  )
  return [...groups].sort(([a], [b]) => compareText(a, b)).map(([, group]) => joinConcerns(group))
}

const TRUST = ['initial', 'amend', 'squash'] as const

function mergeProvenance(all: readonly Provenance[]): Omit<Provenance, 'recorded'> {
  const synthesis_notes = joinTexts(all.map((each) => each.synthesis_notes))
  const unknown_keys = mergeUnknownKeys(all.map((each) => each.unknown_keys))
  return {
    operation: TRUST.findLast((operation) => all.some((each) => each.operation === operation)) ?? 'initial',
    derived_from: sortedUnique(all.flatMap((each) => each.derived_from)),
    original_annotations_preserved: all.some((each) => each.original_annotations_preserved),
    ...omitEmpty({ scrubbed: all.some((each) => each.scrubbed === true) }),
    ...omitUndefined({ synthesis_notes, unknown_keys }),
  }
}

/** Returns the later time. Text that is not a time counts as earliest. Equal instants are ordered by their text. */
function laterTime(a: string, b: string): string {
  const [x, y] = [parseTimestamp(a) ?? -Infinity, parseTimestamp(b) ?? -Infinity]
  return x === y ? (a < b ? b : a) : x < y ? b : a
}
