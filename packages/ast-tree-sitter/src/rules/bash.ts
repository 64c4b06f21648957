import type { Node } from 'web-tree-sitter'
import { define, inside } from './define.ts'
import { qualify, textOf, type NodeResult, type LanguageRules, type Place } from './rule.ts'

export const bashRules: LanguageRules = {
  comment: 'comment',
  ...inside(
    'compound_statement',
    'subshell',
    'if_statement',
    'elif_clause',
    'else_clause',
    'case_statement',
    'case_item',
  ),
  ...inside('for_statement', 'while_statement', 'do_group', 'list', 'redirected_statement'),

  function_definition: define('function', { content: 'locals' }),
  declaration_command: (_node, place) => (place.local ? undefined : 'wrapper'),
  variable_assignment: variable,
}

function variable(node: Node, place: Place): NodeResult | undefined {
  const name = node.childForFieldName('name')
  if (name?.type !== 'variable_name' || place.local) return undefined
  const declared = place.wrapper === undefined ? '' : textOf(place.wrapper, place)
  const type = /^(?:readonly|(?:declare|typeset)\s+-\w*r)/u.test(declared) ? 'constant' : 'variable'
  return {
    units: [{ type, name: qualify(place.scope, textOf(name, place)), signatureEnd: node.childForFieldName('value') }],
  }
}
