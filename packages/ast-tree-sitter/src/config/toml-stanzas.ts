import { parse } from 'smol-toml'
import { commentStart, linesOf, stanzaEnd, type Stanza, type Stanzas } from './stanza.ts'

/** Finds tables and their keys. The scan only locates them; smol-toml decides whether the text is valid TOML. */
export function tomlStanzas(text: string): Stanzas {
  return { stanzas: scanTables(text), broken: !isToml(text) }
}

function isToml(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

interface Entry {
  readonly keys: readonly string[]
  readonly kind: 'table' | 'key'
  readonly line: number
  readonly lastLine: number
}

function scanTables(text: string): readonly Stanza[] {
  const lines = linesOf(text)
  const stanzas: Stanza[] = []
  let limit = lines.length + 1
  for (const { keys, kind, line, lastLine } of scanEntries(text).toReversed()) {
    const indent = indentOf(lines, line)
    const start = commentStart(lines, line, indent)
    if (kind === 'key') stanzas.push({ keys, level: 2, start, end: lastLine })
    else {
      stanzas.push({ keys, level: 1, start, end: stanzaEnd(lines, line, limit, indent) })
      limit = start
    }
  }
  return stanzas.reverse()
}

function indentOf(lines: readonly string[], line: number): number {
  const text = lines[line - 1] ?? ''
  return text.length - text.trimStart().length
}

/** Returns headers and assignments in order. Other lines are skipped. */
function scanEntries(text: string): readonly Entry[] {
  const entries: Entry[] = []
  let table: readonly string[] = []
  let line = 1
  let at = 0
  while (at < text.length) {
    at = skipBlanks(text, at)
    const header = /^\[\[?/u.exec(text.slice(at, at + 2))?.[0]
    const path = readKeys(text, at + (header?.length ?? 0))
    if (header !== undefined && path !== undefined && text[path.end] === ']') {
      table = path.keys
      entries.push({ keys: table, kind: 'table', line, lastLine: line })
      at = lineEnd(text, path.end)
    } else if (header === undefined && path !== undefined && text[path.end] === '=') {
      const end = skipValue(text, path.end + 1)
      const lastLine = line + countBreaks(text, at, end)
      entries.push({ keys: [...table, ...path.keys], kind: 'key', line, lastLine })
      line = lastLine
      at = end
    } else {
      at = lineEnd(text, at)
    }
    if (text[at] === '\n') line++
    at++
  }
  return entries
}

/** Reads bare and quoted keys separated by dots. `end` is the offset of the first character after them. */
function readKeys(text: string, from: number): { readonly keys: readonly string[]; readonly end: number } | undefined {
  const keys: string[] = []
  let at = from
  for (;;) {
    at = skipBlanks(text, at)
    KEY.lastIndex = at
    const key = KEY.exec(text)?.[0]
    if (key === undefined) return undefined
    keys.push(unquote(key))
    at = skipBlanks(text, at + key.length)
    if (text[at] !== '.') return { keys, end: at }
    at++
  }
}

const KEY = /[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/uy

function unquote(key: string): string {
  if (!key.startsWith('"')) return key.startsWith("'") ? key.slice(1, -1) : key
  try {
    return String(Object.keys(parse(`${key} = 0`))[0])
  } catch {
    return key.slice(1, -1)
  }
}

/**
 * Returns the end of the line on which a value ends; strings, arrays and inline tables can span several lines. A value
 * that is never closed ends with its first line, so that it does not swallow the rest of the file.
 */
function skipValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"' || sign === "'") {
      const end = stringEnd(text, at)
      if (end === undefined) return lineEnd(text, from)
      at = end - 1
    } else if (sign === '#') at = lineEnd(text, at) - 1
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    else if (sign === '\n' && depth <= 0) return at
  }
  return depth <= 0 ? text.length : lineEnd(text, from)
}

/** Returns the offset after the closing quote; `undefined` if there is none. */
function stringEnd(text: string, from: number): number | undefined {
  const quote = text[from] ?? '"'
  const fence = quote.repeat(3)
  const long = text.startsWith(fence, from)
  const close = long ? fence : quote
  for (let at = from + close.length; at < text.length; at++) {
    if (text.startsWith(close, at)) {
      let end = at + close.length
      while (long && text[end] === quote) end++
      return end
    }
    if (text[at] === '\n' && !long) return undefined
    if (text[at] === '\\' && quote === '"') at++
  }
  return undefined
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at++
  return at
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function countBreaks(text: string, from: number, to: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) breaks++
  return breaks
}
