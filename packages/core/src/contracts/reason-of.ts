/** Returns the text of what was thrown, which can be anything. */
export function thrownText(cause: unknown): string {
  if (cause instanceof Error) return cause.message
  try {
    return String(cause)
  } catch {
    return 'a value without a text'
  }
}

/** Returns the same without a full stop at its end, for a sentence that goes on. */
export function reasonOf(cause: unknown): string {
  return thrownText(cause).replace(/(?<!\.)\.$/u, '')
}
