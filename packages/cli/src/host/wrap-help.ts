import { Help } from 'commander'

/** Joins the lines of each paragraph into one. Lines of a list stay apart, because they begin with a blank. */
export function joinParagraphs(text: string): string {
  return text.replace(/(?<=\S)\n(?=\S)/gu, ' ')
}

/**
 * Wraps the lines of a help text at a width. Continuation lines are aligned with the text of the line, or with the last
 * column of a table.
 */
export function wrapHelp(text: string, width: number): string {
  return joinParagraphs(text)
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n')
}

/** Minimum width of a last column that continuation lines are aligned with. commander does not wrap narrower ones. */
const MIN_COLUMN = 40

function wrapLine(line: string, width: number): string {
  if (line.length <= width) return line
  const column = /^ *(?:\S.*? {2,})?/u.exec(line)?.[0].length ?? 0
  const indent = width - column < MIN_COLUMN ? (/^ */u.exec(line)?.[0].length ?? 0) : column
  const head = line.slice(0, indent)
  const broken = new Help().boxWrap(line.slice(indent), width - indent)
  return head + broken.split('\n').join(`\n${' '.repeat(indent)}`)
}
