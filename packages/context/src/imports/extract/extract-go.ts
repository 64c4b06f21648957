import { type ImportAt, textOfGroup } from './extractor.ts'

/** Finds Go's imports, single and in blocks, which precede all declarations. */
export function* extractGo(text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(/^[ \t]*import\b\s*(?:\((?<block>[^()]*)\)|(?<one>[\w.]*[ \t]*["`]\0+["`]))/dgm)) {
    const [start, end] = match.indices?.groups?.['block'] ?? match.indices?.groups?.['one'] ?? [0, 0]
    for (const entry of code.slice(start, end).matchAll(/(?<name>[\w.]+)?[ \t]*["`](?<specifier>\0+)["`]/dg)) {
      const specifier = textOfGroup(text.slice(start, end), entry, 'specifier')
      if (specifier === undefined) continue
      yield { at: start + entry.index, specifier, ...(entry.groups?.['name'] === '.' && { names: ['*'] }) }
    }
  }
}
