import type { AgentLimits } from './agent-limits.ts'

/** What was found out about a model while asking it. Shared by all commits that it is asked about. */
export interface ModelFacts {
  /** It calls tools. */
  tools: boolean
  /** Tokens, as we count them, that a request and its answer may take together. `Infinity`: no request was too long. */
  contextTokens: number
}

/** Below this there is no room for an instruction, a change and an answer. */
const LEAST_CONTEXT = 3000
/** What is tried next where a service does not say how much it takes. */
const NEXT_SHARE = 0.7

/** Takes in that a request was too long. `false`: it cannot be made shorter. */
export function learnContext(facts: ModelFacts, requested: number, message: string): boolean {
  const statedTokens = statedContext(message)
  const next = Math.floor(Math.min(requested * NEXT_SHARE, facts.contextTokens * NEXT_SHARE))
  // A number that is said is the service's, which counts otherwise than we do: a little less is safe.
  facts.contextTokens =
    statedTokens !== undefined && statedTokens < requested
      ? Math.min(Math.floor(statedTokens * 0.9), requested - 1)
      : next
  if (facts.contextTokens >= LEAST_CONTEXT) return true
  facts.contextTokens = LEAST_CONTEXT
  return requested > LEAST_CONTEXT * 1.2
}

/** The limit that the message of a service names: the maximum, the window or the size of the context. */
function statedContext(message: string): number | undefined {
  const [, before, after] =
    /(?:maximum|max|context (?:window|size|length)|n_ctx|up to|limit)[^\d]{0,40}(\d[\d,_]{3,})|(\d[\d,_]{3,})[^\d]{0,12}(?:maximum|max\b)/i.exec(
      message,
    ) ?? []
  const number = Number((before ?? after ?? '').replace(/[,_]/g, ''))
  return number >= 1000 ? number : undefined
}

/** The limits as far as the model's context has room for them. */
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
