/** Returns the text of what was thrown, which can be anything, without a full stop at its end. */
export function reasonOf(cause: unknown): string {
  return textOf(cause).replace(/(?<!\.)\.$/u, '')
}

function textOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message
  try {
    return String(cause)
  } catch {
    return 'a value without a text'
  }
}
