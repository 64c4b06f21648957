import { type ImportAt, namesOf, spanOf } from './extractor.ts'

/** Finds Go's imports, single and in blocks. They stand before all declarations. */
export function extractGo(text: string, code: string): ImportAt[] {
  const found: ImportAt[] = []
  for (const match of code.matchAll(/^[ \t]*import\b\s*(?:\((?<block>[^()]*)\)|(?<one>[\w.]*[ \t]*["`]\0+["`]))/dgm)) {
    const span = spanOf(match, 'block') ?? spanOf(match, 'one')
    if (span === undefined) continue
    for (const entry of code.slice(...span).matchAll(/(?<name>[\w.]+)?[ \t]*["`](?<specifier>\0+)["`]/dg)) {
      const literal = spanOf(entry, 'specifier')
      if (literal === undefined) continue
      found.push({
        at: span[0] + entry.index,
        specifier: text.slice(span[0] + literal[0], span[0] + literal[1]),
        ...(entry.groups?.['name'] === '.' && namesOf([['*', '*']])),
      })
    }
  }
  return found
}
