/** Input for the notice of a trimmed answer. */
export interface PlanContext {
  readonly maxTokens: number
  /** A budget that the whole answer fits. */
  readonly fullTokens: number
}
