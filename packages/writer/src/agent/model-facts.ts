import type { AgentLimits } from './agent-limits.ts'

/** Facts about a model, learned from its answers. Shared by all commits. */
export interface ModelFacts {
  /** Whether it calls tools. */
  tools: boolean
  /**
   * Maximum number of tokens of a request and its answer, as Chronicle counts them. `Infinity`: no request was too long
   * so far.
   */
  contextTokens: number
}

/** Minimum number of tokens: less has no room for instructions, a change and an answer. */
const MIN_CONTEXT_TOKENS = 3000
/** Share of the last size to try next when a service does not state its limit. */
const NEXT_SHARE = 0.7

/** Lowers the context size after a request was too long. Returns `false` if the request cannot be made shorter. */
export function learnContext(facts: ModelFacts, requested: number, message: string): boolean {
  const statedTokens = statedContext(message)
  const next = Math.floor(Math.min(requested * NEXT_SHARE, facts.contextTokens * NEXT_SHARE))
  // A stated limit is in the service's tokens, which differ from Chronicle's, so the size is set a little lower.
  facts.contextTokens =
    statedTokens !== undefined && statedTokens < requested
      ? Math.min(Math.floor(statedTokens * 0.9), requested - 1)
      : next
  if (facts.contextTokens >= MIN_CONTEXT_TOKENS) return true
  facts.contextTokens = MIN_CONTEXT_TOKENS
  return requested > MIN_CONTEXT_TOKENS * 1.2
}

/** Returns the limit stated in an error message of a service: the maximum, or the window or size of the context. */
function statedContext(message: string): number | undefined {
  const [, before, after] =
    /(?:maximum|max|context (?:window|size|length)|n_ctx|up to|limit)[^\d]{0,40}(\d[\d,_]{3,})|(?<![\d,_])(\d[\d,_]{3,})[^\d]{0,12}(?:maximum|max\b)/i.exec(
      message,
    ) ?? []
  const number = Number((before ?? after ?? '').replace(/[,_]/g, ''))
  return number >= 1000 ? number : undefined
}

/** Reduces the limits to the size of the model's context. */
export function fitLimits(limits: AgentLimits, { contextTokens }: ModelFacts): AgentLimits {
  if (contextTokens === Infinity) return limits
  const share = (part: number, least: number): number => Math.max(least, Math.floor(contextTokens * part))
  return {
    ...limits,
    maxOutputTokens: Math.min(limits.maxOutputTokens, share(0.2, 500)),
    maxResultTokens: Math.min(limits.maxResultTokens, share(0.12, 300)),
    maxPromptTokens: Math.min(limits.maxPromptTokens, share(0.4, 800)),
  }
}
