import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'

/** A value as JSON has it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** Where in a document: names of members, and positions in lists. */
export type JsonPath = readonly (string | number)[]

export type MalformedConfig = CodedError<'config_malformed'>

/**
 * The tree of a JSON document, with comments and trailing commas allowed, as the editors among the clients allow them.
 * `undefined`: there is nothing in it but white space. The position of an error is told as editors count.
 */
export function parseJsonText(text: string, path: string): Result<Node | undefined, MalformedConfig> {
  if (text.trim() === '') return ok(undefined)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined || root === undefined) {
    const reason = first === undefined ? 'no value' : wordsOf(printParseErrorCode(first.error))
    return err(malformed(text, first?.offset ?? 0, path, reason))
  }
  if (root.type !== 'object') return err(malformed(text, root.offset, path, 'an object is expected here'))
  return ok(root)
}

/** An error at an offset of the text. */
export function malformed(text: string, offset: number, path: string, reason: string): MalformedConfig {
  const lines = text.slice(0, offset).split('\n')
  const line = lines.length
  const column = (lines.at(-1) ?? '').length + 1
  const message = `${path} cannot be edited, line ${line}, column ${column}: ${reason}. Fix it, then try again. Nothing was written.`
  return codedError('config_malformed', message, { data: { path, line, column } })
}

/** The value at a path of the tree; of a name that is there twice the last, which is the one that counts. */
export function nodeAt(root: Node | undefined, path: JsonPath): Node | undefined {
  let node = root
  for (const step of path) {
    if (typeof step === 'number') node = node?.type === 'array' ? node.children?.[step] : undefined
    else node = node === undefined ? undefined : memberOf(node, step)?.children?.[1]
  }
  return node
}

/** The member of that name: its name and its value are its children. */
export function memberOf(node: Node, name: string): Node | undefined {
  if (node.type !== 'object') return undefined
  return node.children?.findLast((member) => member.children?.[0]?.value === name && member.children.length === 2)
}

/** The offset of the next comma, if only comments and white space come before it. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined
}

/** `CommaExpected` as words. */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase()
}
