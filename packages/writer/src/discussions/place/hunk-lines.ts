/** A line of one side of a hunk, with its line number on that side. */
export interface HunkLine {
  readonly number: number
  readonly text: string
}

/** Returns the lines of one side of a unified hunk. Empty if the hunk has no header. */
export function hunkLines(hunk: string, side: 'old' | 'new'): readonly HunkLine[] {
  const [header = '', ...body] = hunk.replace(/\r?\n$/, '').split(/\r?\n/)
  const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(header) ?? []
  const start = Number((side === 'old' ? oldStart : newStart) ?? Number.NaN)
  if (Number.isNaN(start)) return []
  const other = side === 'old' ? '+' : '-'
  return body
    .filter((line) => !line.startsWith(other) && !line.startsWith('\\'))
    .map((line, index) => ({ number: start + index, text: line.slice(1) }))
}
