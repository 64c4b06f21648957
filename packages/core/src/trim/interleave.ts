import type { ReadOutput } from '@chronicle/schema'
import { fieldValue } from './region-fields.ts'
import { textLength } from './text-length.ts'
import type { TrimStep } from './withheld-steps.ts'

/**
 * Merges the steps that shorten `regions` with those that shorten the other lists, always taking the next step from the
 * longer part, so that neither crowds out the other under any budget. `later` are the steps outside `regions` that
 * remain when nothing more can be removed from regions.
 */
export function interleave(
  output: ReadOutput,
  regionSteps: readonly TrimStep[],
  outsideSteps: readonly TrimStep[],
): { readonly together: readonly TrimStep[]; readonly later: readonly TrimStep[] } {
  const regions = output.regions.map((region) => textLength(region))
  const outside = outsideSteps.map((step) => lengthOutside(output, step))
  let regionLength = sum(regions)
  let outsideLength = sum(outside)
  const together: TrimStep[] = []
  let next = 0
  for (const step of regionSteps) {
    while (next < outsideSteps.length && outsideLength > regionLength) {
      together.push(outsideSteps[next] as TrimStep)
      outsideLength -= outside[next++] ?? 0
    }
    together.push(step)
    const gained = lengthInRegion(output, step, regions)
    regionLength -= gained
    if ('region' in step) regions[step.region] = (regions[step.region] ?? 0) - gained
  }
  return { together, later: outsideSteps.slice(next) }
}

function lengthOutside(output: ReadOutput, step: TrimStep): number {
  return step.kind === 'entry' ? textLength(output[step.list]?.[step.entry]) : 0
}

/** Returns the number of characters that a step removes from its region, of which `left` remain. */
function lengthInRegion(output: ReadOutput, step: TrimStep, left: readonly number[]): number {
  if (step.kind === 'region') return left[step.region] ?? 0
  if (step.kind !== 'field' || step.cut.to === 'first_sentence') return 0
  const region = output.regions[step.region]
  return region === undefined ? 0 : Math.min(left[step.region] ?? 0, textLength(fieldValue(region, step.cut.field)))
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0)
}
