import type { ReadOutput } from '@chronicle/schema'

/**
 * Fits an output to a budget. Pure. The result never exceeds the limit unless only the skeleton is left. Every
 * remaining region keeps its `intent` and `constraints` unchanged, and `trimmed` lists the withheld parts.
 */
export interface Trimmer {
  readonly name: string
  trim(output: ReadOutput, budget: TokenBudget): ReadOutput
}

/** A token limit and a function to measure against it. */
export interface TokenBudget {
  readonly maxTokens: number
  /** Renders the output in the requested format and counts its tokens. */
  measure(output: ReadOutput): number
}
