import type { Node } from 'web-tree-sitter'
import { omitUndefined } from '@chronicle/schema'
import { defineCallable, inside } from './define.ts'
import {
  childOfType,
  firstOf,
  hasToken,
  isType,
  locals,
  members,
  qualify,
  textOf,
  type Define,
  type NodeResult,
  type LanguageRules,
  type Place,
} from './rule.ts'

/** Methods are named after the type of their receiver, whether or not it is a pointer. */
export const goRules: LanguageRules = {
  comment: 'comment',
  ...inside('var_spec_list', 'field_declaration_list', 'struct_type', 'interface_type', 'block', 'statement_list'),
  const_declaration: group,
  var_declaration: group,
  type_declaration: group,

  function_declaration: defineCallable(),
  method_declaration: method,
  method_elem: defineCallable({ content: 'nothing' }),
  method_spec: defineCallable({ content: 'nothing' }),
  type_spec: namedType,
  type_alias: namedType,
  const_spec: names('constant', 'const'),
  var_spec: names('variable', 'var'),
  field_declaration: names('field'),
}

/** `const A = 1` is one declaration; in `const ( … )` each line is a declaration of its own. */
function group(node: Node): 'inside' | 'wrapper' {
  return hasToken(node, '(', 'var_spec_list') ? 'inside' : 'wrapper'
}

function method(node: Node, place: Place): NodeResult | 'inside' {
  const name = node.childForFieldName('name')
  const receiver = node.childForFieldName('receiver')
  if (name === null) return 'inside'
  const type = receiver === null ? '' : receiverType(textOf(receiver, place))
  const qualified = qualify(place.scope, qualify(type, textOf(name, place)))
  return {
    units: [{ type: 'method', name: qualified, signatureEnd: node.childForFieldName('body') }],
    inside: locals(qualified, 'method'),
  }
}

/** Returns the type of a receiver: `(s *Set[K, V])` → `Set`. */
function receiverType(text: string): string {
  return /(\w+)\s*(?:\[[^\]]*\]\s*)?,?\s*\)$/u.exec(text)?.[1] ?? ''
}

function namedType(node: Node, place: Place): NodeResult | 'inside' {
  const name = node.childForFieldName('name')
  if (name === null) return 'inside'
  const definition = node.childForFieldName('type')
  const qualified = qualify(place.scope, textOf(name, place))
  const type =
    definition?.type === 'struct_type' ? 'struct' : definition?.type === 'interface_type' ? 'interface' : 'type'
  const signatureEnd =
    definition !== null && type !== 'type' ? childOfType(definition, 'field_declaration_list', '{') : undefined
  return { units: [{ type, name: qualified, keyword: 'type', signatureEnd }], inside: members(qualified, type) }
}

/** Returns one unit for each name of `x, y int`. */
function names(type: 'constant' | 'variable' | 'field', keyword?: string): Define {
  return (node, place) => {
    if (place.local || (type === 'field' && !isType(place.owner))) return undefined
    const found = node.childrenForFieldName('name').filter((name) => name.isNamed)
    const signatureEnd = firstOf(node, ['value', 'tag'])
    return {
      units: found
        .map((name) => textOf(name, place))
        .filter((name) => name !== '_')
        .map((name) => ({
          type,
          name: qualify(place.scope, name),
          signatureEnd,
          ...omitUndefined({ keyword }),
        })),
    }
  }
}
