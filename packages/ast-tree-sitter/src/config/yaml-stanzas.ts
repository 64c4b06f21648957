import { Composer, CST, LineCounter, Parser } from 'yaml'
import { commentStart, linesOf, MAX_LEVEL, stanzaEnd, type Stanza, type Stanzas } from './stanza.ts'

/** Keys of block mappings in block mappings; sequences and flow collections have no stanzas of their own. */
export function yamlStanzas(text: string): Stanzas {
  const counter = new LineCounter()
  const tokens = [...new Parser(counter.addNewLine).parse(text)]
  const lines = linesOf(text)
  const stanzas: Stanza[] = []
  const documents = tokens.filter((token) => token.type === 'document')
  documents.forEach((document, index) => {
    const next = documents[index + 1]
    const limit = next === undefined ? lines.length + 1 : counter.linePos(next.offset).line
    if (document.value?.type === 'block-map') collect({ map: document.value, keys: [], limit }, lines, counter, stanzas)
  })
  return { stanzas, broken: isBroken(tokens, text) }
}

interface Mapping {
  readonly map: CST.BlockMap
  readonly keys: readonly string[]
  /** The line after the last one that can belong to it. */
  readonly limit: number
}

function collect(root: Mapping, lines: readonly string[], counter: LineCounter, stanzas: Stanza[]): void {
  const open = [root]
  for (let mapping = open.pop(); mapping !== undefined; mapping = open.pop()) {
    const { map, keys, limit } = mapping
    const named = map.items.flatMap((item) => {
      const name = keyOf(item.key)
      return name === undefined || item.key === null || item.key === undefined
        ? []
        : [{ name, value: item.value, ...counter.linePos(item.key.offset) }]
    })
    named.forEach(({ name, value, line, col }, index) => {
      const start = commentStart(lines, line, col - 1)
      const after = named[index + 1]
      const next = after === undefined ? limit : commentStart(lines, after.line, after.col - 1)
      const path = [...keys, name]
      stanzas.push({ keys: path, level: path.length, start, end: stanzaEnd(lines, line, next, col - 1) })
      if (value?.type === 'block-map' && path.length < MAX_LEVEL) open.push({ map: value, keys: path, limit: next })
    })
  }
}

function keyOf(key: CST.Token | null | undefined): string | undefined {
  const scalar = key === null || key === undefined ? null : CST.resolveAsScalar(key)
  return scalar === null || scalar.value === '' ? undefined : scalar.value
}

function isBroken(tokens: readonly CST.Token[], text: string): boolean {
  try {
    for (const document of new Composer().compose(tokens, true, text.length))
      if (document.errors.length > 0) return true
    return false
  } catch {
    // The composer recurses: nesting that exhausts the stack is not something a person wrote.
    return true
  }
}
