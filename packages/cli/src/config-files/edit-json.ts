import { isDeepStrictEqual } from 'node:util'
import { getNodeValue, type Node } from 'jsonc-parser'
import { err, ok, safeTry, type Result } from '@chronicle/schema'
import {
  commaAfter,
  malformed,
  memberOf,
  nodeAt,
  parseJsonText,
  type JsonPath,
  type JsonValue,
  type MalformedConfig,
} from './json-text.ts'
import { lineEndOf } from './line-end.ts'

/*
 * Edits that change only their target: comments, order, indentation, trailing commas, line endings and a byte order
 * mark stay. (The edits of `jsonc-parser` move a comment after the last member to the new member.)
 */

const BOM = '\uFEFF'

/**
 * Sets the value at a path of member names and creates missing objects on the path. An equal value is left as it is
 * written.
 */
export function setInJson(
  text: string,
  path: readonly string[],
  value: JsonValue,
  file: string,
): Result<string, MalformedConfig> {
  return edit(text, file, (body, root) => {
    const eol = lineEndOf(body)
    if (root === undefined) return ok(`${formatJsonValue(nest(path, value), { eol, indent: '', unit: '  ' })}${eol}`)
    let container = root
    for (const [depth, name] of path.entries()) {
      if (container.type !== 'object') return err(malformed(body, container.offset, file, 'an object is expected here'))
      const found = memberOf(container, name)?.children?.[1]
      const rest = path.slice(depth + 1)
      if (found === undefined) {
        return ok(
          insertMember(
            body,
            container,
            (look) => `${JSON.stringify(name)}: ${formatJsonValue(nest(rest, value), look)}`,
          ),
        )
      }
      container = found
    }
    // `getNodeValue` returns objects without a prototype, which would not compare as equal.
    if (isDeepStrictEqual(structuredClone(getNodeValue(container)), value)) return ok(body)
    const look = { eol, indent: indentAt(body, container.offset), unit: unitOf(body, root) }
    return ok(splice(body, container.offset, endOf(container), formatJsonValue(value, look)))
  })
}

/** Appends a value to the list at a path and creates the list and missing objects on the path. */
export function appendInJson(
  text: string,
  path: readonly string[],
  value: JsonValue,
  file: string,
): Result<string, MalformedConfig> {
  return edit(text, file, (body, root) => {
    const list = nodeAt(root, path)
    if (list === undefined) return setInJson(body, path, [value], file)
    if (list.type !== 'array') return err(malformed(body, list.offset, file, 'a list is expected here'))
    return ok(insertMember(body, list, (look) => formatJsonValue(value, look)))
  })
}

/**
 * Removes the value at a path, together with the enclosing objects and lists that contain nothing else. Returns
 * `undefined` if nothing of the document remains.
 */
export function removeFromJson(
  text: string,
  path: JsonPath,
  file: string,
): Result<string | undefined, MalformedConfig> {
  return edit<string | undefined>(text, file, (body, root) => {
    let node = nodeAt(root, path)
    if (node === undefined) return ok(body)
    for (;;) {
      const member: Node = node.parent?.type === 'property' ? node.parent : node
      const container: Node | undefined = member.parent
      if (container === undefined) return ok(undefined)
      if (!holdsOnly(body, container, member)) return ok(removeMember(body, container, member))
      node = container
    }
  })
}

function edit<T extends string | undefined>(
  text: string,
  file: string,
  change: (body: string, root: Node | undefined) => Result<T, MalformedConfig>,
): Result<T, MalformedConfig> {
  return safeTry(function* () {
    const mark = text.startsWith(BOM) ? BOM : ''
    const body = text.slice(mark.length)
    const root = yield* parseJsonText(body, file)
    return change(body, root).map((changed) => (changed === undefined ? changed : ((mark + changed) as T)))
  })
}

/**
 * The layout of written text: the indentation of its first line, and one level of indentation. Without `eol`: all on
 * one line.
 */
interface JsonLayout {
  readonly eol: string | undefined
  readonly indent: string
  readonly unit: string
}

/** Formats objects over several lines, lists of plain values on one. */
function formatJsonValue(value: JsonValue, look: JsonLayout): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const list = Array.isArray(value)
  const entries = list
    ? (value as readonly JsonValue[]).map((item) => ['', item] as const)
    : Object.entries(value as Readonly<Record<string, JsonValue>>).map(
        ([k, v]) => [`${JSON.stringify(k)}: `, v] as const,
      )
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return open + close
  const flat = look.eol === undefined || (list && entries.every(([, item]) => typeof item !== 'object'))
  const inner = flat ? look : { ...look, indent: look.indent + look.unit }
  const parts = entries.map(([label, item]) => label + formatJsonValue(item, inner))
  if (flat) return list ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  return `${open}${look.eol}${parts.map((part) => inner.indent + part).join(`,${look.eol}`)}${look.eol}${look.indent}${close}`
}

function insertMember(text: string, container: Node, write: (look: JsonLayout) => string): string {
  const eol = lineEndOf(text)
  const outer = indentAt(text, container.offset)
  const close = endOf(container) - 1
  const [first] = container.children ?? []
  const last = container.children?.at(-1)
  const unit = unitOf(text, rootOf(container))
  if (first === undefined || last === undefined) {
    const look = { eol, indent: outer + unit, unit }
    if (text.slice(container.offset + 1, close).trim() === '') {
      return splice(text, container.offset + 1, close, `${eol}${look.indent}${write(look)}${eol}${outer}`)
    }
    const start = lineStart(text, close)
    return text.slice(start, close).trim() === ''
      ? splice(text, start, start, `${look.indent}${write(look)}${eol}`)
      : splice(text, close, close, `${write({ ...look, eol: undefined })} `)
  }
  if (!startsLine(text, first.offset) || !text.slice(endOf(last), close).includes('\n')) {
    return splice(text, endOf(last), endOf(last), `, ${write({ eol: undefined, indent: '', unit })}`)
  }
  const comma = commaAfter(text, endOf(last))
  const after = comma === undefined ? endOf(last) : comma + 1
  const place = pastComments(text, after)
  const look = { eol, indent: indentAt(text, first.offset), unit }
  const written = `${eol}${look.indent}${write(look)}${comma === undefined ? '' : ','}`
  return comma === undefined
    ? `${text.slice(0, after)},${text.slice(after, place)}${written}${text.slice(place)}`
    : splice(text, place, place, written)
}

/** Removes what `insertMember` inserts. */
function removeMember(text: string, container: Node, member: Node): string {
  const members = container.children ?? []
  const position = members.indexOf(member)
  const previous = members[position - 1]
  const isLast = position === members.length - 1
  const comma = commaAfter(text, endOf(member))
  const end = comma === undefined ? endOf(member) : comma + 1
  const before = isLast && previous !== undefined ? commaAfter(text, endOf(previous)) : undefined
  if (startsLine(text, member.offset) && /^[ \t]*\r?\n/u.test(text.slice(end))) {
    const rest = splice(text, lineStart(text, member.offset), text.indexOf('\n', end) + 1, '')
    return before === undefined || comma !== undefined ? rest : splice(rest, before, before + 1, '')
  }
  if (before !== undefined) {
    const gap = text.slice(before + 1, member.offset)
    return splice(text, before, endOf(member), gap.trimEnd() === '' ? '' : gap.trimEnd())
  }
  const spaces = /^[ \t]*/u.exec(text.slice(end))?.[0].length ?? 0
  return splice(text, member.offset, end + spaces, '')
}

/** Whether the container holds nothing but the member, not even a comment. */
function holdsOnly(text: string, container: Node, member: Node): boolean {
  if (container.type === 'property' || container.children?.length !== 1) return false
  const before = text.slice(container.offset + 1, member.offset)
  const after = text.slice(endOf(member), endOf(container) - 1)
  const outside = container.parent === undefined ? text.slice(0, container.offset) + text.slice(endOf(container)) : ''
  return /^\s*$/u.test(before) && /^\s*,?\s*$/u.test(after) && outside.trim() === ''
}

function nest(path: readonly string[], value: JsonValue): JsonValue {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value)
}

function rootOf(node: Node): Node {
  return node.parent === undefined ? node : rootOf(node.parent)
}

/** Returns one level of the document's indentation. */
function unitOf(text: string, root: Node): string {
  const [first] = root.children ?? []
  const indent = first !== undefined && startsLine(text, first.offset) ? indentAt(text, first.offset) : ''
  return indent === '' ? '  ' : indent
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStart(text, offset)))?.[0] ?? ''
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '' && lineStart(text, offset) > 0
}

/** Returns the end of the line if only comments that end on that line follow; otherwise the offset itself. */
function pastComments(text: string, offset: number): number {
  const found = /^(?:[ \t]|\/\*(?:(?!\*\/)[^\r\n])*\*\/)*(?:\/\/[^\r\n]*)?(?=\r?\n)/u.exec(text.slice(offset))
  return found === null ? offset : offset + found[0].length
}

function endOf(node: Node): number {
  return node.offset + node.length
}

function splice(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}
