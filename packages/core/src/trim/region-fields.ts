import type { ReadRegion } from '@chronicle/schema'
import { firstSentence } from './first-sentence.ts'

/** What a region can do without. `intent` and `constraints` are not among them. */
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

/** Characters above which a text is so long that it goes before others. */
export const LONG_TEXT = 2000

/** One reduction of one field. */
export interface FieldCut {
  readonly field: TrimmableField
  readonly to: 'first_sentence' | 'nothing'
}

/**
 * The order in which fields go from a region (source document 000, §4.8, with the two fields that later decisions added).
 * What the specification does not name comes last, corrections at the very end: a claim without its correction misleads.
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

/** The cuts that would take something out of this region, in the order above. */
export function cutsOf(region: ReadRegion): readonly FieldCut[] {
  return FIELD_CUTS.filter((cut) => {
    const value = fieldValue(region, cut.field)
    if (value === undefined || value.length === 0) return false
    return cut.to === 'nothing' || (typeof value === 'string' && firstSentence(value).length < value.length)
  })
}

/** The region after some cuts. */
export function cutFields(region: ReadRegion, cuts: readonly FieldCut[]): ReadRegion {
  return cuts.reduce(cutField, region)
}

/** Characters of what is never cut. */
export function coreLength(region: ReadRegion): number {
  return region.constraints.reduce((sum, { text }) => sum + text.length, region.intent.length)
}

/** What a field holds; absent and empty are the same. */
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

/** The name of a field in `dropped_fields`. */
export function cutName({ field, to }: FieldCut): string {
  return to === 'nothing' ? field : `${field} (after its first sentence)`
}
