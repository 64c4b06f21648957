/** Returns a function that tells whether a found text is allowed. */
export function createAllowList(allow: readonly string[]): (found: string) => boolean {
  const exact = new Set<string>()
  const expressions: RegExp[] = []
  for (const entry of allow) {
    const [, source] = /^\/(.+)\/$/s.exec(entry) ?? []
    if (source === undefined) exact.add(entry)
    else expressions.push(new RegExp(source, 'u'))
  }
  return (found) => exact.has(found) || expressions.some((expression) => expression.test(found))
}
