/**
 * Returns the diff hunk of a file up to and including a line of one side, like the hunk that GitHub stores with each
 * comment. `undefined` if the diff does not contain the line.
 */
export function diffPart(diff: string, side: 'old' | 'new', line: number): string | undefined {
  let part: string[] = []
  let next = Number.POSITIVE_INFINITY
  const other = side === 'old' ? '+' : '-'
  for (const text of diff.split('\n')) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text) ?? []
    if (oldStart !== undefined && newStart !== undefined) {
      part = [text]
      next = Number(side === 'old' ? oldStart : newStart)
      continue
    }
    part.push(text)
    if (text.startsWith(other) || text.startsWith('\\')) continue
    if (next === line) return part.join('\n')
    next++
  }
  return undefined
}
