/** Returns the subject of a commit: the first line of its message that is not blank. Empty if there is none. */
export function subjectOf(message: string): string {
  return message.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''
}
