import type { ContextLevel, CrossCuttingConcern, Region } from './annotation.ts'
import { canonicalJson, compareText } from './canonical-json.ts'
import { mergeUnknownKeys } from './merge-unknown-keys.ts'
import { joinTexts } from './text-set.ts'

/** A region with the context level that holds for it. */
export interface LeveledRegion {
  readonly region: Region
  readonly level: ContextLevel
}

/** One region out of several with the same content id: lists united, differing texts kept as passages. */
export function joinRegions(group: readonly Region[]): Region {
  const [first] = group as readonly [Region]
  const reasoning = joinTexts(group.map((region) => region.reasoning))
  const risk_notes = joinTexts(group.map((region) => region.risk_notes))
  const unknown_keys = mergeUnknownKeys(group.map((region) => region.unknown_keys))
  return {
    ...(first.file === undefined ? {} : { file: first.file }),
    ...(first.ast_anchor === undefined ? {} : { ast_anchor: first.ast_anchor }),
    ...(first.lines === undefined ? {} : { lines: first.lines }),
    intent: first.intent,
    ...(reasoning === undefined ? {} : { reasoning }),
    constraints: union(group.flatMap((region) => region.constraints)),
    semantic_dependencies: union(group.flatMap((region) => region.semantic_dependencies)),
    related_annotations: union(group.flatMap((region) => region.related_annotations)),
    tags: union(group.flatMap((region) => region.tags)),
    ...(risk_notes === undefined ? {} : { risk_notes }),
    rejected_alternatives: union(group.flatMap((region) => region.rejected_alternatives)),
    evidence: union(group.flatMap((region) => region.evidence)),
    corrections: union(group.flatMap((region) => region.corrections)),
    ...(unknown_keys === undefined ? {} : { unknown_keys }),
  }
}

/** One concern out of several with the same description and places. */
export function joinConcerns(group: readonly CrossCuttingConcern[]): CrossCuttingConcern {
  const [first] = group as readonly [CrossCuttingConcern]
  const nature = joinTexts(group.map((concern) => concern.nature))
  const unknown_keys = mergeUnknownKeys(group.map((concern) => concern.unknown_keys))
  return {
    description: first.description,
    regions: union(first.regions),
    ...(nature === undefined ? {} : { nature }),
    tags: union(group.flatMap((concern) => concern.tags)),
    ...(unknown_keys === undefined ? {} : { unknown_keys }),
  }
}

/** By file, then by lines; what speaks of the whole commit or the whole file comes first. */
export function compareRegions(a: Region, b: Region): number {
  return (
    compareText(a.file ?? '', b.file ?? '') ||
    (a.lines?.start ?? 0) - (b.lines?.start ?? 0) ||
    (a.lines?.end ?? 0) - (b.lines?.end ?? 0)
  )
}

/** Each distinct entry once, in the order of its canonical JSON. */
export function union<T>(entries: readonly T[]): readonly T[] {
  if (entries.length < 2) return entries
  const distinct = new Map(entries.map((entry) => [canonicalJson(entry), entry]))
  return [...distinct].sort(([a], [b]) => compareText(a, b)).map(([, entry]) => entry)
}
