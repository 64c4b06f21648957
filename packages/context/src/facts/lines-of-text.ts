/** The line starts of a text. */
export interface TextLines {
  readonly count: number
  /** Returns the 1-based line of an offset. Fast when offsets ascend. */
  lineAt(offset: number): number
  /** Returns the text of a 1-based line, with its line feed if it has one. Empty if there is no such line. */
  textOf(line: number): string
}

/** Splits a text into lines. */
export function linesOfText(text: string): TextLines {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop()
  let current = 0
  return {
    count: text === '' ? 0 : starts.length,
    lineAt: (offset) => {
      if (offset < (starts[current] ?? 0)) current = 0
      while (current + 1 < starts.length && (starts[current + 1] ?? 0) <= offset) current++
      return current + 1
    },
    textOf: (line) => text.slice(starts[line - 1] ?? text.length, starts[line]),
  }
}
