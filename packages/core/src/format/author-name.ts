/** Returns the name in `Ada <ada@example.com>`. */
export function authorName(author: string): string {
  const end = author.indexOf('<')
  return end < 0 ? author : author.slice(0, end).trimEnd()
}
