/** Returns the name in `Ada <ada@example.com>`. */
export function authorName(author: string): string {
  const end = author.indexOf('<')
  return end < 0 ? author : author.slice(0, end).trimEnd()
}

/** Returns the name of a tool without its version in parentheses. */
export function toolName(tool: string): string {
  const end = tool.endsWith(')') ? tool.indexOf(' (') : -1
  return end < 0 ? tool : tool.slice(0, end)
}
