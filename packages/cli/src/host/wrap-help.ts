import { Help } from 'commander'

/** The lines of each paragraph as one. Lists stay: their lines begin with a blank. */
export function joinParagraphs(text: string): string {
  return text.replace(/(?<=\S)\n(?=\S)/gu, ' ')
}

/** Breaks the lines of a help text at a width; what follows stands below the text of a line, or of a table's last column. */
export function wrapHelp(text: string, width: number): string {
  return joinParagraphs(text)
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n')
}

/** Narrower columns are not worth a table; commander breaks none that are. */
const MIN_COLUMN = 40

function wrapLine(line: string, width: number): string {
  if (line.length <= width) return line
  const column = /^ *(?:\S.*? {2,})?/u.exec(line)?.[0].length ?? 0
  const indent = width - column < MIN_COLUMN ? (/^ */u.exec(line)?.[0].length ?? 0) : column
  const head = line.slice(0, indent)
  const broken = new Help().boxWrap(line.slice(indent), width - indent)
  return head + broken.split('\n').join(`\n${' '.repeat(indent)}`)
}
