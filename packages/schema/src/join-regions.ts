import type { ContextLevel, CrossCuttingConcern, Region, StoredRecording } from './annotation.ts'
import { canonicalJson } from './canonical-json.ts'
import { compareText } from './compare.ts'
import { mergeUnknownKeys } from './merge-unknown-keys.ts'
import { joinTexts } from './text-set.ts'
import { parseTimestamp } from './timestamp.ts'
import { omitUndefined } from './omit-undefined.ts'

/** A region with the effective values from itself or from its annotation. */
export interface RegionWithOrigin {
  readonly region: Region
  readonly level: ContextLevel
  readonly recorded: StoredRecording | undefined
}

/**
 * Returns the recording that applies to a region recorded several times: testimony before reconstruction, then the
 * earliest. An unknown recording counts as the earliest, because it is older than the field.
 */
export function firstRecording(group: readonly Omit<RegionWithOrigin, 'region'>[]): StoredRecording | undefined {
  const stated = group.filter(({ level }) => level === 'enhanced')
  const [first, ...others] = (stated.length > 0 ? stated : group).map(({ recorded }) => recorded)
  return others.reduce(earlier, first)
}

function earlier(a: StoredRecording | undefined, b: StoredRecording | undefined): StoredRecording | undefined {
  if (a === undefined || b === undefined) return undefined
  const [x, y] = [parseTimestamp(a.at) ?? -Infinity, parseTimestamp(b.at) ?? -Infinity]
  if (x !== y) return x < y ? a : b
  return compareText(canonicalJson(a), canonicalJson(b)) <= 0 ? a : b
}

/** Joins several regions with the same content id: unites lists and keeps differing texts as passages. */
export function joinRegions(group: readonly Region[]): Region {
  const [first] = group as readonly [Region]
  const tests = sortedUnique(group.flatMap((each) => each.held_by_tests ?? []))
  return {
    intent: first.intent,
    constraints: sortedUnique(group.flatMap((each) => each.constraints)),
    semantic_dependencies: sortedUnique(group.flatMap((each) => each.semantic_dependencies)),
    related_annotations: sortedUnique(group.flatMap((each) => each.related_annotations)),
    tags: sortedUnique(group.flatMap((each) => each.tags)),
    rejected_alternatives: sortedUnique(group.flatMap((each) => each.rejected_alternatives)),
    evidence: sortedUnique(group.flatMap((each) => each.evidence)),
    corrections: sortedUnique(group.flatMap((each) => each.corrections)),
    ...omitUndefined({
      file: first.file,
      ast_anchor: first.ast_anchor,
      lines: first.lines,
      reasoning: joinTexts(group.map((each) => each.reasoning)),
      risk_notes: joinTexts(group.map((each) => each.risk_notes)),
      held_by_tests: tests.length === 0 ? undefined : tests,
      unknown_keys: mergeUnknownKeys(group.map((each) => each.unknown_keys)),
    }),
  }
}

/** Joins several cross-cutting entries with the same description and places. */
export function joinConcerns(group: readonly CrossCuttingConcern[]): CrossCuttingConcern {
  const [first] = group as readonly [CrossCuttingConcern]
  const nature = joinTexts(group.map((concern) => concern.nature))
  const unknown_keys = mergeUnknownKeys(group.map((concern) => concern.unknown_keys))
  return {
    description: first.description,
    regions: sortedUnique(first.regions),
    ...omitUndefined({ nature }),
    tags: sortedUnique(group.flatMap((concern) => concern.tags)),
    ...omitUndefined({ unknown_keys }),
  }
}

/** Compares by file, then by lines. Regions about the whole commit or the whole file come first. */
export function compareRegions(a: Region, b: Region): number {
  return (
    compareText(a.file ?? '', b.file ?? '') ||
    (a.lines?.start ?? 0) - (b.lines?.start ?? 0) ||
    (a.lines?.end ?? 0) - (b.lines?.end ?? 0)
  )
}

/** Returns each distinct entry once, in the order of its canonical JSON. */
export function sortedUnique<T>(entries: readonly T[]): readonly T[] {
  if (entries.length < 2) return entries
  const distinct = new Map(entries.map((entry) => [canonicalJson(entry), entry]))
  return [...distinct].sort(([a], [b]) => compareText(a, b)).map(([, entry]) => entry)
}
