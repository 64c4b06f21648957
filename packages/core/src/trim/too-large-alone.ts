import type { ReadOutput, ReadRegion } from '@chronicle/schema'
import type { TokenBudget } from '../contracts/index.ts'
import { coreLength, cutFields, cutsOf, FIELD_CUTS, fieldValue, type FieldCut } from './region-fields.ts'
import { textLength } from './text-length.ts'
import type { TrimStep } from './withheld-steps.ts'

/**
 * The regions that exceed the budget with nothing but their intent and constraints, and the fields that exceed it as
 * the only field of their region, shortened where that is enough. One note of three megabytes would otherwise leave
 * no room for any other.
 *
 * Only what has more characters than the budget has tokens can be too large, so ordinary answers are not measured.
 */
export function tooLargeAlone(
  regions: readonly ReadRegion[],
  budget: TokenBudget,
  skeleton: ReadOutput,
): readonly TrimStep[] {
  const fits = (region: ReadRegion): boolean => budget.measure({ ...skeleton, regions: [region] }) <= budget.maxTokens
  return [...regions.entries()].flatMap(([position, region]): readonly TrimStep[] => {
    if (coreLength(region) > budget.maxTokens && !fits(cutFields(region, FIELD_CUTS))) {
      return [{ kind: 'region', region: position }]
    }
    const long = cutsOf(region).filter(({ field }) => textLength(fieldValue(region, field)) > budget.maxTokens)
    return neededCuts(region, long, fits).map((cut) => ({ kind: 'field', region: position, cut }))
  })
}

/** Of the cuts, those without which their field does not fit even with all other fields gone. */
function neededCuts(
  region: ReadRegion,
  cuts: readonly FieldCut[],
  fits: (region: ReadRegion) => boolean,
): readonly FieldCut[] {
  const needed: FieldCut[] = []
  for (const cut of cuts) {
    const others = FIELD_CUTS.filter(({ field }) => field !== cut.field)
    if (!fits(cutFields(region, [...others, ...needed.filter(({ field }) => field === cut.field)]))) needed.push(cut)
  }
  return needed
}
