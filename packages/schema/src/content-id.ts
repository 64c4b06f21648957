import type { CrossCuttingConcern, Region } from './annotation.ts'
import { canonicalJson, sortKeys } from './canonical-json.ts'

/**
 * Returns the identity of a region when annotations are merged: its intent, file, anchor and lines, as canonical JSON.
 * It is the content itself and not a digest, so two different regions never share one. The rest of the region
 * (constraints, reasoning, tags, …) is not part of it and is joined.
 */
export function contentId(region: Pick<Region, 'file' | 'ast_anchor' | 'lines' | 'intent'>): string {
  const { file, ast_anchor, lines, intent } = region
  const anchor = ast_anchor && [
    ast_anchor.type,
    ast_anchor.name,
    ast_anchor.signature,
    sortKeys(ast_anchor.unknown_keys),
  ]
  return JSON.stringify([intent, file, anchor, lines?.start, lines?.end])
}

/** Returns the same for a cross-cutting entry: its description and the set of its places. */
export function concernId(concern: Pick<CrossCuttingConcern, 'description' | 'regions'>): string {
  return canonicalJson([concern.description, [...new Set(concern.regions)].sort()])
}
