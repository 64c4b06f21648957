/** Returns a text as one word of a shell command. */
export function quoted(text: string): string {
  return /^[\w./@:+-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
