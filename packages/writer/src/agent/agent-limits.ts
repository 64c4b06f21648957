/** How much the agent may ask, say and read about one commit. */
export interface AgentLimits {
  /** Requests in one conversation. */
  readonly maxTurns: number
  /** Tokens of one answer. */
  readonly maxOutputTokens: number
  /** Tokens of all requests and answers about the commit, as the model counts them. */
  readonly maxTotalTokens: number
  /** Tokens of one tool result. */
  readonly maxResultTokens: number
  /** Tokens of what is put into the one prompt of a model without tools. */
  readonly maxPromptTokens: number
  /** A commit with more changed files than this is annotated in parts. */
  readonly maxFiles: number
  /** A commit with more changed lines than this is annotated in parts. */
  readonly maxChangedLines: number
  /** Files of one part. */
  readonly filesInPart: number
  /** Changed lines of one part, unless a single file has more. */
  readonly linesInPart: number
  /** Parts of one commit; the smallest changes are left out beyond them. */
  readonly maxParts: number
  /** Earlier annotations that can be asked for at once. */
  readonly recentAnnotations: number
}

/** The limits of source document 002, and budgets of the same order where it names none. */
export const DEFAULT_AGENT_LIMITS: AgentLimits = {
  maxTurns: 20,
  maxOutputTokens: 4096,
  maxTotalTokens: 800_000,
  maxResultTokens: 6000,
  maxPromptTokens: 24_000,
  maxFiles: 10,
  maxChangedLines: 2000,
  filesInPart: 5,
  linesInPart: 1500,
  maxParts: 40,
  recentAnnotations: 5,
}
