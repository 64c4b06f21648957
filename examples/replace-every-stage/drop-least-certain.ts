import type { Trimmer } from '@chronicle/core/contracts'
import type { ReadOutput } from '@chronicle/schema'

/** Withholds whole regions, those with the lowest confidence first, and leaves the others unchanged. */
export function dropLeastCertain(): Trimmer {
  return {
    name: 'drop_least_certain',
    trim(output, { maxTokens, measure }) {
      if (measure(output) <= maxTokens) return output
      const { regions } = output
      for (let kept = regions.length - 1; kept > 0; kept--) {
        const answer = withNotice({ ...output, regions: regions.slice(0, kept) }, regions.slice(kept), measure)
        if (measure(answer) <= maxTokens) return answer
      }
      const empty: ReadOutput = { ...output, regions: [], dependencies_on_this: [], cross_cutting: [] }
      const skeleton = withNotice(empty, regions, measure)
      if (measure(skeleton) <= maxTokens || skeleton.trimmed === null) return skeleton
      return { ...skeleton, trimmed: { ...skeleton.trimmed, over_budget: true } }
    },
  }

  function withNotice(
    output: ReadOutput,
    dropped: ReadOutput['regions'],
    measure: (output: ReadOutput) => number,
  ): ReadOutput {
    const trimmed = {
      original_regions: output.regions.length + dropped.length,
      returned_regions: output.regions.length,
      dropped_commits: [...new Set(dropped.map((region) => region.commit))],
      strategy: 'drop_least_certain',
      estimated_tokens: 0,
    }
    return { ...output, trimmed: { ...trimmed, estimated_tokens: measure({ ...output, trimmed }) } }
  }
}
