import type { ReadOutput } from '@chronicle/schema'

/**
 * Makes an output fit a budget. Pure. The result never measures over the limit, unless nothing but the skeleton is
 * left; every region it keeps has `intent` and `constraints` unchanged; what was withheld is listed in `trimmed`.
 */
export interface Trimmer {
  readonly name: string
  trim(output: ReadOutput, budget: TokenBudget): ReadOutput
}

/** A limit, and how to measure against it. */
export interface TokenBudget {
  readonly maxTokens: number
  /** Renders in the requested format and counts. */
  measure(output: ReadOutput): number
}
