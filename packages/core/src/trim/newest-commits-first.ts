import type { Trimmer } from '../contracts/index.ts'
import { newestFirst } from './drop-regions.ts'
import { fitToBudget, type TrimStrategy } from './fit-to-budget.ts'
import { cutsOf } from './region-fields.ts'
import type { TrimStep } from './withheld-steps.ts'

const strategy: TrimStrategy = {
  name: 'newest_commits_first',
  steps(regions, positions) {
    const eligible = new Set(positions)
    const order = newestFirst(regions).filter((position) => eligible.has(position))
    const oldest = order.at(-1)
    const region = oldest === undefined ? undefined : regions[oldest]
    if (oldest === undefined || region === undefined) return []
    return [
      ...order.slice(0, -1).map((position): TrimStep => ({ kind: 'region', region: position })),
      ...cutsOf(region).map((cut): TrimStep => ({ kind: 'field', region: oldest, cut })),
    ]
  },
}

/**
 * Drops the regions of the newest commits until one is left, then its fields in the documented order (source document 001, §5.4):
 * older notes are closer to why the code came to be, newer ones are more often refinements. `intent` and
 * `constraints` of a region are never shortened; see `fitToBudget` for the phases.
 */
export function newestCommitsFirst(): Trimmer {
  return { name: strategy.name, trim: (output, budget) => fitToBudget(output, budget, strategy) }
}
