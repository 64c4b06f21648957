import type { Node } from 'web-tree-sitter'
import { locals, qualify, textOf, type NodeResult, type Place } from './rule.ts'

const TEST_FUNCTIONS: ReadonlySet<string> = new Set(['describe', 'context', 'suite', 'it', 'test', 'specify', 'bench'])

/**
 * Matches `describe('title', () => {})`, `it.only(…)`, `test.each([…])('title', …)`. The children of other calls are
 * visited.
 */
export function testCall(node: Node, place: Place): NodeResult | 'inside' {
  const callee = node.childForFieldName('function')
  if (callee === null || !TEST_FUNCTIONS.has(rootName(callee, place) ?? '')) return 'inside'
  const [title, ...rest] = node.childForFieldName('arguments')?.namedChildren ?? []
  if (title === undefined || (title.type !== 'string' && title.type !== 'template_string')) return 'inside'
  const body = rest.findLast(
    (argument) => argument.type === 'arrow_function' || argument.type === 'function_expression',
  )
  const text = textOf(title, place)
    .slice(1, -1)
    .replace(/\\(?=['"`\\])/gu, '')
  if (body === undefined || text === '') return 'inside'
  const name = qualify(place.scope, text)
  const signature = `${textOf(callee, place)}(${textOf(title, place)})`
  return { units: [{ type: 'test', name, signature }], inside: locals(name, 'test') }
}

/** Returns the first name of a callee: `test` of `test.each(table)`. */
function rootName(callee: Node, place: Place): string | undefined {
  let node: Node | null = callee
  while (node !== null) {
    if (node.type === 'identifier') return textOf(node, place)
    if (node.type === 'member_expression') node = node.childForFieldName('object')
    else if (node.type === 'call_expression') node = node.childForFieldName('function')
    else return undefined
  }
  return undefined
}
