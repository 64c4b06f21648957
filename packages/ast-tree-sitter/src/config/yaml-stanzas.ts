import { Composer, CST, Parser } from 'yaml'
import { commentStart, linesOf, MAX_LEVEL, stanzaEnd, type Stanza, type Stanzas } from './stanza.ts'

/** Finds the keys of nested block mappings. Sequences and flow collections have no stanzas of their own. */
export function yamlStanzas(text: string): Stanzas {
  const tokens = [...new Parser().parse(text)]
  const lines = linesOf(text)
  const positionOf = createPositions(text)
  const stanzas: Stanza[] = []
  const documents = tokens.filter((token) => token.type === 'document')
  documents.forEach((document, index) => {
    const next = documents[index + 1]
    const limit = next === undefined ? lines.length + 1 : positionOf(next.offset).line
    if (document.value?.type === 'block-map') collect({ map: document.value, keys: [], limit })
  })
  return { stanzas, broken: isBroken(tokens, text) }

  function collect(root: Mapping): void {
    const open = [root]
    for (let mapping = open.pop(); mapping !== undefined; mapping = open.pop()) {
      const { map, keys, limit } = mapping
      const named = map.items.flatMap((item) => {
        const name = keyOf(item.key)
        return name === undefined ? [] : [{ name, value: item.value, ...positionOf(item.key?.offset ?? 0) }]
      })
      named.forEach(({ name, value, line, indent }, index) => {
        const after = named[index + 1]
        const next = after === undefined ? limit : commentStart(lines, after.line, after.indent)
        const path = [...keys, name]
        const start = commentStart(lines, line, indent)
        stanzas.push({ keys: path, level: path.length, start, end: stanzaEnd(lines, line, next, indent) })
        if (value?.type === 'block-map' && path.length < MAX_LEVEL) open.push({ map: value, keys: path, limit: next })
      })
    }
  }
}

interface Mapping {
  readonly map: CST.BlockMap
  readonly keys: readonly string[]
  /** The line after the last one that can belong to the stanza. */
  readonly limit: number
}

/**
 * Returns a function that maps an offset to its 1-based line and its indentation in that line. In broken text the
 * lexer's own count is wrong.
 */
function createPositions(text: string): (offset: number) => { readonly line: number; readonly indent: number } {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, indent: offset - (starts[low] ?? 0) }
  }
}

function keyOf(key: CST.Token | null | undefined): string | undefined {
  const scalar = key === null || key === undefined ? null : CST.resolveAsScalar(key, false, ignore)
  return scalar === null || scalar.value === '' ? undefined : scalar.value
}

/** Errors are reported when the document is composed. */
function ignore(): void {}

function isBroken(tokens: readonly CST.Token[], text: string): boolean {
  try {
    for (const document of new Composer().compose(tokens, true, text.length))
      if (document.errors.length > 0) return true
    return false
  } catch {
    // The composer is recursive. Nesting that exhausts the stack was not written by a person.
    return true
  }
}
