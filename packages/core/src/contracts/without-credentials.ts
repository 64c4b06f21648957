/** Removes user names and passwords from URLs in a text of any origin. */
export function withoutCredentials(text: string): string {
  return text.replace(/:\/\/[^\s/@'"]*(?:@[^\s/@'"]*)*@/g, '://')
}
