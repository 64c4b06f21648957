import { groupBy } from './group-by.ts'
import type { Annotation, ContextLevel, Provenance, StoredRecording } from './annotation.ts'
import { canonicalJson } from './canonical-json.ts'
import { compareText } from './compare.ts'
import { concernId, contentId } from './content-id.ts'
import { compareRegions, firstRecording, joinConcerns, joinRegions, union, type LeveledRegion } from './join-regions.ts'
import { mergeUnknownKeys } from './merge-unknown-keys.ts'
import { joinTexts } from './text-set.ts'
import { parseTimestamp } from './timestamp.ts'
import { omitUndefined } from './omit-undefined.ts'

/**
 * Both annotations in one, nothing of either lost. Associative, commutative and idempotent up to
 * `canonicalAnnotation`: every result is canonical, `merge(a, b)` equals `merge(b, a)`, and `merge(a, a)` equals
 * `canonicalAnnotation(a)`. Time and memory grow with the size of the input times its logarithm.
 *
 * - Regions with the same `contentId` become one, field by field: lists are united, texts that differ are kept as
 *   passages divided by a line `----`. Regions that differ in place or intent both stay.
 * - `context_level` is `enhanced` as soon as one side is; regions of the other side then keep `inferred` as their own.
 * - `recorded` of the provenance stays where all have the same one; otherwise each region keeps its own, and of a region
 *   that several recorded, that of the first.
 * - `timestamp` is the later one; `operation` the one that is trusted least: `squash`, then `amend`, then `initial`.
 * - Different values of one unknown key are kept as `{ "merged_values": [...] }`.
 * - `commit` should be the same. If it is not, the lesser id is taken, and it is for the caller to set another.
 */
export function mergeAnnotations(a: Annotation, b: Annotation): Annotation {
  return mergeAll([a, b])
}

/** The form every merge results in: regions and lists in a fixed order, equal entries joined. Idempotent. */
export function canonicalAnnotation(annotation: Annotation): Annotation {
  return mergeAll([annotation])
}

/** `mergeAnnotations` over any number of annotations, in one pass. */
export function mergeAll(all: readonly [Annotation, ...Annotation[]]): Annotation {
  const context_level: ContextLevel = all.some((each) => each.context_level === 'enhanced') ? 'enhanced' : 'inferred'
  const recorded = commonRecording(all)
  const task = joinTexts(all.map((each) => each.task))
  const unknown_keys = mergeUnknownKeys(all.map((each) => each.unknown_keys))
  return {
    commit: all.map((each) => each.commit).reduce((a, b) => (b < a ? b : a)),
    timestamp: all.map((each) => each.timestamp).reduce(later),
    ...omitUndefined({ task }),
    summary: joinTexts(all.map((each) => each.summary)) ?? '',
    context_level,
    regions: mergeRegions(all).map(({ region, level, recorded: own }) => ({
      ...region,
      ...(level === context_level ? {} : { context_level: level }),
      ...(own === undefined || canonicalJson(own) === canonicalJson(recorded) ? {} : { recorded: own }),
    })),
    cross_cutting: mergeConcerns(all),
    provenance: {
      ...mergeProvenance(all.map((each) => each.provenance)),
      ...omitUndefined({ recorded }),
    },
    read_from: union(all.flatMap((each) => each.read_from)),
    ...omitUndefined({ unknown_keys }),
  }
}

function mergeRegions(all: readonly Annotation[]): readonly LeveledRegion[] {
  const leveled = all.flatMap(({ context_level: level, provenance: { recorded }, regions }) =>
    regions.map((region) => ({
      region,
      level: region.context_level ?? level,
      recorded: region.recorded ?? recorded,
    })),
  )
  return [...groupBy<string, LeveledRegion>(leveled, ({ region }) => contentId(region))]
    .sort(([a, [x]], [b, [y]]) => (x && y ? compareRegions(x.region, y.region) : 0) || compareText(a, b))
    .map(([, group]) => ({
      region: joinRegions(group.map((each) => each.region)),
      level: group.some((each) => each.level === 'enhanced') ? 'enhanced' : 'inferred',
      recorded: firstRecording(group),
    }))
}

/** The recording that all annotations have; of several, each region keeps its own. */
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
    derived_from: union(all.flatMap((each) => each.derived_from)),
    original_annotations_preserved: all.some((each) => each.original_annotations_preserved),
    ...omitUndefined({ synthesis_notes, unknown_keys }),
  }
}

/** The later time; a text that is no time is earlier than any. Equal instants are told apart by their text. */
function later(a: string, b: string): string {
  const [x, y] = [parseTimestamp(a) ?? -Infinity, parseTimestamp(b) ?? -Infinity]
  return x === y ? (a < b ? b : a) : x < y ? b : a
}
