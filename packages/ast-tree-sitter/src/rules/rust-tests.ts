import type { Node } from 'web-tree-sitter'
import { childOfType, locals, qualify, textOf, type NodeResult, type Place } from './rule.ts'

const TEST_MACRO = /(?:^|[^a-z])tests?(?:$|[^a-z])|tests?$/iu
const TEST_MODULE = /(?:^|::)tests?(?:$|::)/u

/**
 * Matches `rgtest!(finds_nothing, |dir| { … });`, a macro that makes a test function of that name. Since each project
 * writes its own macros of this kind, they are recognised by the macro's name or by the module's.
 */
export function testMacro(node: Node, place: Place): NodeResult | undefined {
  if (place.local) return undefined
  const macro = node.childForFieldName('macro')
  const first = childOfType(node, 'token_tree')?.namedChildren[0]
  if (macro === null || first?.type !== 'identifier') return undefined
  if (!/^\s*,/u.test(place.source.slice(first.endIndex, first.endIndex + 16))) return undefined
  const macroName = textOf(macro, place)
  if (!TEST_MACRO.test(macroName) && !TEST_MODULE.test(place.scope)) return undefined
  const own = textOf(first, place)
  const name = qualify(place.scope, own)
  return { units: [{ type: 'test', name, signature: `${macroName}!(${own})` }], inside: locals(name, 'test') }
}
