/** Commands whose answer schemas have other names. */
const RENAMED_ANSWERS: ReadonlyMap<string, string> = new Map([
  ['retrieve', 'context'],
  ['evaluate', 'evaluation'],
])

const ANSWERING_COMMANDS: ReadonlySet<string> = new Set([
  ...['read', 'lookup', 'deps', 'history', 'summary', 'check'],
  ...['show', 'log', 'grep', 'status'],
])

/** Returns the schema of the answer that a command prints as JSON; `undefined` if it prints a receipt or nothing. */
export function answerSchema(command: string): string | undefined {
  const name = RENAMED_ANSWERS.get(command) ?? (ANSWERING_COMMANDS.has(command) ? command : undefined)
  return name === undefined ? undefined : `chronicle-${name}/v1`
}
