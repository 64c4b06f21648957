import type { ReadRegion } from '@chronicle/schema'
import type { FieldCut } from './region-fields.ts'

/** Values of a region's statements besides its intent, which counts one. */
const AUTHOR_CONSTRAINT = 2
const INFERRED_CONSTRAINT = 1
const DEPRECATION = 3
const RISK_NOTES = 2
/** Maximum value of all constraints, so that a note cannot gain priority by having many. */
const MAX_CONSTRAINTS = 8

const deprecation = /\bdeprecat/iu
/** Maximum number of code units of a text that are searched for a deprecation warning. */
const SEARCHED = 2000

/**
 * Returns `confidence × (1 + constraints + deprecation + risk)`: constraints count 2 by an author and 1 inferred, 8 at
 * most; a deprecation warning 3; risk notes 2. The confidence counts at least 0.01, so that regions of confidence 0 can
 * still be compared.
 */
export function regionValue(region: ReadRegion): number {
  const constraints = region.constraints.reduce(
    (sum, { source }) => sum + (source === 'author' ? AUTHOR_CONSTRAINT : INFERRED_CONSTRAINT),
    0,
  )
  const statements =
    1 +
    Math.min(MAX_CONSTRAINTS, constraints) +
    (warnsOfDeprecation(region) ? DEPRECATION : 0) +
    ((region.risk_notes ?? '') === '' ? 0 : RISK_NOTES)
  return Math.max(0.01, region.confidence) * statements
}

function warnsOfDeprecation(region: ReadRegion): boolean {
  const texts = [...(region.tags ?? []), region.intent, region.risk_notes ?? '', region.summary ?? '']
  return [...texts, ...region.constraints.map(({ text }) => text)].some((text) =>
    deprecation.test(text.slice(0, SEARCHED)),
  )
}

/** Returns the share of its region's value that a cut loses. The first sentence is worth more than the rest. */
export function cutWeight({ field, to }: FieldCut): number {
  switch (field) {
    case 'corrections':
      return 1
    case 'risk_notes':
      return to === 'first_sentence' ? 0.5 : 1
    case 'rejected_alternatives':
    case 'semantic_dependencies':
      return 0.6
    case 'reasoning':
      return to === 'first_sentence' ? 0.25 : 0.5
    case 'evidence':
    case 'related':
      return 0.15
    case 'summary':
    case 'drifted_by':
    case 'ast_anchor.signature':
      return 0.1
    case 'task':
    case 'tags':
      return 0.05
  }
}
