import type { AstParser, AstUnit } from '@chronicle/core/contracts'
import { okAsync } from '@chronicle/schema'

/** Parses the targets of makefiles, for which we have no grammar. */
export function createMakefileParser(): AstParser {
  return {
    name: 'makefile',
    version: '1',
    language: (path) => (/(^|\/)Makefile$|\.mk$/.test(path) ? 'makefile' : undefined),
    outline: ({ text }) => okAsync({ language: 'makefile', units: targets(text.split('\n')), partial: false }),
  }
}

/** A target starts at its rule and ends before the next line that is neither indented nor empty. */
function targets(lines: readonly string[]): readonly AstUnit[] {
  return lines.flatMap((line, index): readonly AstUnit[] => {
    const name = /^([\w.-]+):/.exec(line)?.[1]
    if (name === undefined) return []
    let end = index
    while (lines[end + 1]?.startsWith('\t')) end++
    return [{ type: 'function', name, signature: line.trim(), lines: { start: index + 1, end: end + 1 } }]
  })
}
