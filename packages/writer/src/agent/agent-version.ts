/**
 * Raised when prompts, tools or rules change in a way that may find something in commits where nothing was found
 * before.
 */
const AGENT_VERSION = 2

/** Returns the version of a writer that uses this model. */
export function agentVersion(model: string): string {
  return `${AGENT_VERSION} ${model}`
}
