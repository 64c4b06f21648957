/** Raised when prompts, tools or rules change so that a model would find something where it found nothing. */
const AGENT_VERSION = 2

/** The version of a writer that asks this model. */
export function agentVersion(model: string): string {
  return `${AGENT_VERSION} ${model}`
}
