import type { AstParser, AstUnit, AstUnitType, Outline } from '@chronicle/core/contracts'
import { codedError } from '@chronicle/core/contracts'
import { errAsync, okAsync } from '@chronicle/schema'

/** The options of `createLineParser`. */
export interface LineParserOptions {
  /** Endings of file names in the line language. Default `.lines`. */
  readonly endings?: readonly string[] | undefined
}

/**
 * Creates an `AstParser` for a language made of lines, for tests that should not depend on a grammar.
 *
 * A unit is a line that starts with its type and name, `function connect(host)`, and includes the more deeply indented
 * lines below it. Lines that start with `#` directly above belong to it; a line that starts with `!` is a syntax error.
 */
export function createLineParser({ endings = ['.lines'] }: LineParserOptions = {}): AstParser {
  const language = (path: string): string | undefined =>
    endings.some((ending) => path.endsWith(ending)) ? 'lines' : undefined
  return {
    name: 'lines',
    version: '1',
    language,
    outline: ({ path, text }, { signal } = {}) => {
      if (signal?.aborted === true) {
        return errAsync(codedError('aborted', `Outlining ${path} was aborted.`, { cause: signal.reason }))
      }
      if (language(path) === undefined) {
        const label = path.split('/').at(-1)?.split('.').slice(1).at(-1) ?? path
        const message = `No tree-sitter grammar for ${label}. Anchor resolution unavailable.`
        return errAsync(codedError('no_grammar', message, { data: { path } }))
      }
      return okAsync(outlineLines(text))
    },
  }
}

interface Line {
  readonly indent: number
  /** The text without surrounding white space. */
  readonly text: string
}

interface Open {
  readonly name: string
  readonly indent: number
}

function outlineLines(text: string): Outline {
  const lines = text
    .split('\n')
    .map((line): Line => ({ indent: /^ */u.exec(line)?.[0].length ?? 0, text: line.trim() }))
  const units: AstUnit[] = []
  const open: Open[] = []
  lines.forEach((line, index) => {
    if (line.text === '') return
    while ((open.at(-1)?.indent ?? -1) >= line.indent) open.pop()
    const [, type, own] = DEFINITION.exec(line.text) ?? []
    if (type === undefined || own === undefined || !isUnitType(type)) return
    const name = [...open.slice(-1).map((outer) => outer.name), own].join('::')
    const range = { start: firstLine(lines, index) + 1, end: lastLine(lines, index) + 1 }
    units.push({ type, name, signature: line.text.replace(/\s+/gu, ' '), lines: range })
    open.push({ name, indent: line.indent })
  })
  return { language: 'lines', units, partial: lines.some((line) => line.text.startsWith('!')) }
}

const DEFINITION = /^(\w+)\s+([\w$]+)/u

function isUnitType(type: string): type is AstUnitType {
  return UNIT_TYPES.has(type)
}

const UNIT_TYPES: ReadonlySet<string> = new Set<AstUnitType>([
  'class',
  'config',
  'constant',
  'constructor',
  'enum',
  'field',
  'function',
  'impl',
  'interface',
  'method',
  'module',
  'namespace',
  'struct',
  'test',
  'trait',
  'type',
  'variable',
])

function firstLine(lines: readonly Line[], index: number): number {
  let first = index
  while (first > 0 && lines[first - 1]?.text.startsWith('#') === true) first--
  return first
}

/** Returns the last of the more deeply indented lines, without trailing blank ones. */
function lastLine(lines: readonly Line[], index: number): number {
  const indent = lines[index]?.indent ?? 0
  let last = index
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined || (line.text !== '' && line.indent <= indent)) break
    if (line.text !== '') last = at
  }
  return last
}
