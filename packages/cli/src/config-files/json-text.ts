import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'

/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** A path in a document: member names and list indexes. */
export type JsonPath = readonly (string | number)[]

export type MalformedConfig = CodedError<'config_malformed'>

/**
 * Parses a JSON document into a tree. Comments and trailing commas are allowed, because editors among the clients allow
 * them. Returns `undefined` if the document is empty or only white space. The position of an error is 1-based, as in
 * editors.
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

/** Returns an error for an offset of the text. */
export function malformed(text: string, offset: number, path: string, reason: string): MalformedConfig {
  const lines = text.slice(0, offset).split('\n')
  const line = lines.length
  const column = (lines.at(-1) ?? '').length + 1
  const message = `${path} cannot be edited, line ${line}, column ${column}: ${reason}. Fix it, then try again. Nothing was written.`
  return codedError('config_malformed', message, { data: { path, line, column } })
}

/** Returns the value at a path of the tree. Of repeated names the last one counts. */
export function nodeAt(root: Node | undefined, path: JsonPath): Node | undefined {
  let node = root
  for (const step of path) {
    if (typeof step === 'number') node = node?.type === 'array' ? node.children?.[step] : undefined
    else node = node === undefined ? undefined : memberOf(node, step)?.children?.[1]
  }
  return node
}

/** Returns the member of that name. Its children are its name and its value. */
export function memberOf(node: Node, name: string): Node | undefined {
  if (node.type !== 'object') return undefined
  return node.children?.findLast((member) => member.children?.[0]?.value === name && member.children.length === 2)
}

/** Returns the offset of the next comma if only comments and white space come before it. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined
}

/** Converts `CommaExpected` to words. */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase()
}
