import { parse, TomlError, type TomlTable } from 'smol-toml'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { tomlStatements, type TomlStatement } from './toml-statements.ts'
import { lineEndOf } from './line-end.ts'

/** The keys and values to set in a table: texts and lists of texts. */
export type TomlTableValue = Readonly<Record<string, string | readonly string[]>>

export type TomlEditError = CodedError<'config_malformed' | 'config_conflict'>

/**
 * Sets keys of a table; a missing table is added to the end of the document. The rest stays the same byte for byte;
 * parsing both versions verifies that its meaning does too.
 */
export function setTomlTable(
  text: string,
  path: readonly string[],
  table: TomlTableValue,
  file: string,
): Result<string, TomlEditError> {
  return parseToml(text, file).andThen((before) => {
    const changed = valueAt(before, path) === undefined ? append(text, path, table) : update(text, path, table)
    const wanted = { ...(valueAt(before, path) as TomlTable | undefined), ...table }
    const written = sameValue(wanted, valueAt(before, path)) ? text : changed
    return verify(before, { text: written, path, wanted, file })
  })
}

/** Removes a table and the tables below it. Returns `undefined` if nothing is left of the document. */
export function removeTomlTable(
  text: string,
  path: readonly string[],
  file: string,
): Result<string | undefined, TomlEditError> {
  return parseToml(text, file).andThen((before) => {
    if (valueAt(before, path) === undefined) return ok(text)
    const sections = sectionsOf(text).filter(({ header }) => startsWith(header.keys, path))
    const left = sections.reduceRight((rest, section) => cut(rest, section), text)
    return verify(before, { text: left, path, wanted: undefined, file }).map((checked) =>
      checked === '' ? undefined : checked,
    )
  })
}

/** Parses the document and returns the value at a path. */
export function readToml(text: string, path: readonly string[], file: string): Result<unknown, TomlEditError> {
  return parseToml(text, file).map((document) => valueAt(document, path))
}

/** A header and the lines below it, up to its last assignment. */
interface Section {
  readonly header: TomlStatement
  readonly pairs: readonly TomlStatement[]
}

function sectionsOf(text: string): readonly Section[] {
  const sections: { readonly header: TomlStatement; readonly pairs: TomlStatement[] }[] = []
  for (const statement of tomlStatements(text)) {
    if (statement.kind === 'header') sections.push({ header: statement, pairs: [] })
    else sections.at(-1)?.pairs.push(statement)
  }
  return sections
}

function append(text: string, path: readonly string[], table: TomlTableValue): string {
  const eol = lineEndOf(text)
  const lines = [
    `[${path.map(keyText).join('.')}]`,
    ...Object.entries(table).map(([key, value]) => pairText(key, value)),
  ]
  const block = lines.join(eol)
  if (text === '') return block + eol
  // A document without a final newline gets none, so that removing the table restores it.
  return text.endsWith('\n') ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`
}

function update(text: string, path: readonly string[], table: TomlTableValue): string {
  const section = sectionsOf(text).find(({ header }) => sameValue(header.keys, path))
  // The table is written inline or with dotted keys. The invalid result is detected when it is parsed again.
  if (section === undefined) return append(text, path, table)
  const eol = lineEndOf(text)
  const edits = Object.entries(table).map(([key, value]) => {
    const pair = section.pairs.find(({ keys }) => sameValue(keys, [key]))
    const { end } = section.header
    return pair === undefined
      ? { start: end, end, by: eol + pairText(key, value) }
      : { start: pair.valueStart, end: pair.end, by: valueText(value) }
  })
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, by }) => changed.slice(0, start) + by + changed.slice(end), text)
}

/** Removes what `append` adds. */
function cut(text: string, { header, pairs }: Section): string {
  const last = pairs.at(-1) ?? header
  const lineBreak = text.indexOf('\n', last.end)
  const before = text.slice(0, header.start).replace(/(^|\n)\r?\n$/u, '$1')
  if (lineBreak === -1) return before.replace(/\r?\n$/u, '')
  return before + text.slice(lineBreak + 1)
}

function verify(
  before: TomlTable,
  after: {
    readonly text: string
    readonly path: readonly string[]
    readonly wanted: unknown
    readonly file: string
  },
): Result<string, TomlEditError> {
  const { text, path, wanted, file } = after
  const read = parseToml(text, file)
  if (
    read.isOk() &&
    sameValue(valueAt(read.value, path), wanted) &&
    sameValue(omitPath(read.value, path), omitPath(before, path))
  ) {
    return ok(text)
  }
  const name = path.map(keyText).join('.')
  const message = `${file} has ${name} or a table around it in a form that is not edited here (inline, or with dotted keys). Edit it by hand. Nothing was written.`
  return err(codedError('config_conflict', message, { data: { path: file, key: name } }))
}

function parseToml(text: string, file: string): Result<TomlTable, TomlEditError> {
  try {
    return ok(parse(text.replace(/^\uFEFF/u, ''), { integersAsBigInt: true }))
  } catch (cause) {
    const place = cause instanceof TomlError ? { line: cause.line, column: cause.column } : undefined
    const where = place === undefined ? '' : `, line ${place.line}, column ${place.column}`
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    const message = `${file} cannot be edited${where}: ${reason}. Fix it, then try again. Nothing was written.`
    return err(codedError('config_malformed', message, { data: { path: file, ...place }, cause }))
  }
}

/**
 * Whether two values of a parsed document are equal. Its objects have no prototypes, and its dates have a class of
 * their own.
 */
function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (a instanceof Date || b instanceof Date) return JSON.stringify(a) === JSON.stringify(b)
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  const record = (value: object): Readonly<Record<string, unknown>> => value as Readonly<Record<string, unknown>>
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue(record(a)[key], record(b)[key]))
  )
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    document,
  )
}

/** Returns the document without that value, and without the enclosing tables that contain nothing else. */
function omitPath(document: TomlTable, [name, ...rest]: readonly string[]): TomlTable {
  if (name === undefined || !Object.hasOwn(document, name)) return document
  const { [name]: value, ...others } = document
  if (rest.length === 0 || typeof value !== 'object' || Array.isArray(value)) return others
  const inner = omitPath(value as TomlTable, rest)
  return Object.keys(inner).length === 0 ? others : { ...others, [name]: inner }
}

function startsWith(keys: readonly string[], path: readonly string[]): boolean {
  return path.every((name, depth) => keys[depth] === name)
}

function pairText(key: string, value: string | readonly string[]): string {
  return `${keyText(key)} = ${valueText(value)}`
}

/** JSON strings are valid TOML strings, except that TOML also requires DEL to be escaped. */
function valueText(value: string | readonly string[]): string {
  if (typeof value !== 'string') return `[${value.map(valueText).join(', ')}]`
  return JSON.stringify(value).replaceAll('\u007F', '\\u007f')
}

function keyText(key: string): string {
  return /^[A-Za-z0-9_-]+$/u.test(key) ? key : valueText(key)
}
