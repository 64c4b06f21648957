/** Takes user names and passwords out of URLs, whoever printed them. */
export function withoutCredentials(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@'"]*(?:@[^\s/@'"]*)*@/gi, '$1')
}
