import type { Node } from 'web-tree-sitter'
import { oneLine, type UnitDraft } from '../rules/rule.ts'

/**
 * Maximum length of a signature. Longer ones are cut, so that an outline does not contain a file that is one huge
 * expression.
 */
const MAX_SIGNATURE = 1000

interface Opening {
  readonly index: number
  readonly prefixEnd: number | undefined
}

/**
 * Returns the declaration up to its body on one line, without attributes, decorators, comments and the character that
 * opens the body. `opening` is the start of the enclosing declaration: `export const`, `template <typename T>`, …
 */
export function signatureOf(
  node: Node,
  { signatureEnd, keyword, signature }: UnitDraft,
  source: string,
  opening: Opening | undefined,
): string {
  const end = signatureEnd?.startIndex ?? endWithoutBody(node, source)
  const own = signature ?? withoutComments(node, skipAttributes(node), end, signatureEnd, source)
  if (opening?.prefixEnd === undefined) return finish(keyword === undefined ? own : `${keyword} ${own}`)
  return finish(`${source.slice(opening.index, opening.prefixEnd)} ${own}`)
}

/** Returns one line that does not depend on how a formatter wraps the declaration. */
export function finish(text: string): string {
  const line = oneLine(text)
    .replace(/,? (?=[)\]])|(?<=[([]) /gu, '')
    .replace(OPENING, '')
  return line.length > MAX_SIGNATURE ? `${line.slice(0, MAX_SIGNATURE)}…` : line
}

const OPENING = /(?:\s|[{;:,\\]|=>?)+$/u

/** Returns the offset at which a node's text starts after leading attributes, annotations and decorators. */
export function skipAttributes(node: Node): number {
  const first = node.firstChild
  if (first === null || (!ATTRIBUTES.has(first.type) && first.type !== 'modifiers')) return node.startIndex
  for (const child of node.children) {
    if (ATTRIBUTES.has(child.type) || COMMENTS.includes(child.type)) continue
    if (child.type !== 'modifiers') return child.startIndex
    const modifier = child.children.find((part) => !ATTRIBUTES.has(part.type))
    if (modifier !== undefined) return modifier.startIndex
  }
  return node.startIndex
}

const ATTRIBUTES: ReadonlySet<string> = new Set([
  'annotation',
  'attribute',
  'attribute_declaration',
  'attribute_item',
  'attribute_list',
  'decorator',
  'marker_annotation',
])

/** Returns the end of the first line if parsing failed, because the body may then be missing from the tree. */
function endWithoutBody(node: Node, source: string): number {
  const end = node.endIndex
  if (!node.hasError) return end
  const line = source.indexOf('\n', node.startIndex)
  return line === -1 ? end : Math.min(end, line)
}

function withoutComments(
  node: Node,
  start: number,
  end: number,
  until: Node | null | undefined,
  source: string,
): string {
  const text = source.slice(start, Math.min(end, start + 4 * MAX_SIGNATURE))
  if (!/\/\/|\/\*|#/u.test(text)) return text
  let kept = ''
  let from = start
  for (const comment of node.descendantsOfType(
    COMMENTS,
    node.startPosition,
    until?.startPosition ?? node.endPosition,
  )) {
    if (comment.startIndex < from || comment.startIndex >= end) continue
    kept += `${source.slice(from, comment.startIndex)} `
    from = comment.endIndex
  }
  return kept + source.slice(from, Math.max(from, end))
}

const COMMENTS = ['comment', 'line_comment', 'block_comment', 'multiline_comment']
