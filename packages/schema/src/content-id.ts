import type { CrossCuttingConcern, Region } from './annotation.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * What a region is recognised by when annotations are merged: its file, anchor and lines, and its intent, as canonical
 * JSON. Being the content itself and not a digest of it, two different regions never share one. The rest of the
 * region (constraints, reasoning, tags, …) does not count: it is joined.
 */
export function contentId(region: Pick<Region, 'file' | 'ast_anchor' | 'lines' | 'intent'>): string {
  const { file, ast_anchor, lines, intent } = region
  return canonicalJson([file ?? null, ast_anchor ?? null, lines ? [lines.start, lines.end] : null, intent])
}

/** The same for a cross-cutting concern: its description and the set of its places. */
export function concernId(concern: Pick<CrossCuttingConcern, 'description' | 'regions'>): string {
  return canonicalJson([concern.description, [...new Set(concern.regions)].sort()])
}
