/** Limits on what the agent may request, write and read for one commit. */
export interface AgentLimits {
  /** Maximum number of requests in one conversation. */
  readonly maxTurns: number
  /** Maximum number of tokens in one answer. */
  readonly maxOutputTokens: number
  /** Maximum number of tokens of all requests and answers about the commit, as the model counts them. */
  readonly maxTotalTokens: number
  /** Maximum number of tokens in one tool result. */
  readonly maxResultTokens: number
  /** Maximum number of tokens of material in the single prompt of a model without tools. */
  readonly maxPromptTokens: number
  /** Maximum number of changed files. A commit with more is annotated in parts. */
  readonly maxFiles: number
  /** Maximum number of changed lines. A commit with more is annotated in parts. */
  readonly maxChangedLines: number
  /** Maximum number of files in one part. */
  readonly filesInPart: number
  /** Maximum number of changed lines in one part, unless a single file has more. */
  readonly linesInPart: number
  /** Maximum number of parts per commit. The smallest changes beyond them are left out. */
  readonly maxParts: number
  /** Maximum number of earlier annotations returned at once. */
  readonly recentAnnotations: number
}

/** The default limits. */
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
