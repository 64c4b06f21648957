import type { ReadRegion } from '@chronicle/schema'
import { firstSentence } from './first-sentence.ts'

/** A field that can be dropped from a region. `intent` and `constraints` are not among them. */
export type TrimmableField =
  | 'related'
  | 'evidence'
  | 'rejected_alternatives'
  | 'reasoning'
  | 'risk_notes'
  | 'tags'
  | 'task'
  | 'summary'
  | 'drifted_by'
  | 'ast_anchor.signature'
  | 'semantic_dependencies'
  | 'corrections'

/** Number of characters above which a text is so long that it is dropped before others. */
export const LONG_TEXT = 2000

/** One reduction of one field. */
export interface FieldCut {
  readonly field: TrimmableField
  readonly to: 'first_sentence' | 'nothing'
}

/**
 * The order in which fields are dropped from a region. Corrections come last: a claim without its correction misleads.
 */
export const FIELD_CUTS: readonly FieldCut[] = [
  { field: 'related', to: 'nothing' },
  { field: 'evidence', to: 'nothing' },
  { field: 'rejected_alternatives', to: 'nothing' },
  { field: 'reasoning', to: 'first_sentence' },
  { field: 'reasoning', to: 'nothing' },
  { field: 'risk_notes', to: 'first_sentence' },
  { field: 'risk_notes', to: 'nothing' },
  { field: 'tags', to: 'nothing' },
  { field: 'task', to: 'nothing' },
  { field: 'summary', to: 'nothing' },
  { field: 'drifted_by', to: 'nothing' },
  { field: 'ast_anchor.signature', to: 'nothing' },
  { field: 'semantic_dependencies', to: 'nothing' },
  { field: 'corrections', to: 'nothing' },
]

/** The fields with recorded words about the code; the others say where these come from. */
export const STATEMENTS: ReadonlySet<string> = new Set<TrimmableField>([
  'corrections',
  'reasoning',
  'rejected_alternatives',
  'risk_notes',
  'semantic_dependencies',
  'summary',
])

/** Returns the cuts that would remove something from this region, in that order. */
export function cutsOf(region: ReadRegion): readonly FieldCut[] {
  return FIELD_CUTS.filter((cut) => {
    const value = fieldValue(region, cut.field)
    if (value === undefined || value.length === 0) return false
    return cut.to === 'nothing' || (typeof value === 'string' && firstSentence(value).length < value.length)
  })
}

/** Returns the region with some cuts applied. */
export function cutFields(region: ReadRegion, cuts: readonly FieldCut[]): ReadRegion {
  return cuts.reduce(cutField, region)
}

/** Returns the number of characters of the intent and the constraints, which are never cut. */
export function coreLength(region: ReadRegion): number {
  return region.constraints.reduce((sum, { text }) => sum + text.length, region.intent.length)
}

/** Returns the content of a field; absent and empty are equivalent. */
export function fieldValue(region: ReadRegion, field: TrimmableField): string | readonly unknown[] | undefined {
  return field === 'ast_anchor.signature' ? region.ast_anchor?.signature : region[field]
}

function cutField(region: ReadRegion, { field, to }: FieldCut): ReadRegion {
  if (field === 'ast_anchor.signature') {
    if (region.ast_anchor === undefined) return region
    const { signature: _, ...anchor } = region.ast_anchor
    return { ...region, ast_anchor: anchor }
  }
  const { [field]: value, ...rest } = region
  return to === 'nothing' || typeof value !== 'string' ? rest : { ...region, [field]: firstSentence(value) }
}

/** Returns the name of a cut in `dropped_fields`. */
export function cutName({ field, to }: FieldCut): string {
  return to === 'nothing' ? field : `${field} (after its first sentence)`
}
