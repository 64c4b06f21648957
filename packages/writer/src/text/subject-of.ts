/** Returns the subject of a commit: the first line of its message. */
export function subjectOf(message: string): string {
  return message.trimStart().split('\n', 1)[0] ?? ''
}
