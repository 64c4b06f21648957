/** What the notice of a trimmed answer needs to know. */
export interface PlanContext {
  readonly maxTokens: number
  /** A budget in which the whole answer fits. */
  readonly fullTokens: number
}
