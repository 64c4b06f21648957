import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { define, defineType, inside, nameFrom } from './define.ts'
import { callable, childOfType, hasToken, isType, members, qualify, textOf } from './rule.ts'
import type { NodeResult, LanguageRules, Place } from './rule.ts'

const BODY = ['class_body', 'enum_class_body']

/** Extension functions are named after their receiver, members of a companion object after its class. */
export const kotlinRules: LanguageRules = {
  line_comment: 'comment',
  block_comment: 'comment',
  multiline_comment: 'comment',
  annotation: 'attribute',
  ...inside('class_body', 'enum_class_body', 'function_body', 'block', 'anonymous_initializer'),

  class_declaration: define(classType, { content: 'members', untilTypes: BODY }),
  object_declaration: defineType('object', { untilTypes: BODY }),
  companion_object: companion,
  function_declaration: define(callable, { name: functionName, content: 'locals', untilTypes: ['function_body'] }),
  secondary_constructor: define('constructor', {
    name: () => 'constructor',
    content: 'locals',
    untilTypes: ['constructor_delegation_call', 'block'],
  }),
  property_declaration: property,
  type_alias: define('type', { name: 'type', untilTypes: ['='] }),
}

function classType(_place: Place, node: Node): AstUnitType {
  if (hasToken(node, 'interface')) return 'interface'
  return hasToken(node, 'enum') || hasToken(node, 'enum_class_body') ? 'enum' : 'class'
}

function companion(node: Node, place: Place): NodeResult {
  const name = nameFrom(node, 'name', place) ?? 'Companion'
  return {
    units: [{ type: 'object', name: qualify(place.scope, name), signatureEnd: childOfType(node, 'class_body') }],
    inside: members(place.scope, 'object'),
  }
}

function functionName(node: Node, place: Place): string | undefined {
  const name = node.childForFieldName('name')
  if (name === null) return undefined
  const receiver = node.children.find(
    (child) => child.startIndex < name.startIndex && (child.type === 'user_type' || child.type === 'nullable_type'),
  )
  const own = textOf(name, place).replaceAll('`', '')
  if (receiver === undefined) return own
  return qualify(
    textOf(receiver, place)
      .replace(/[<?].*$/u, '')
      .replaceAll('.', '::'),
    own,
  )
}

function property(node: Node, place: Place): NodeResult | undefined {
  const name = childOfType(node, 'variable_declaration')?.namedChildren.find((child) => child.type === 'identifier')
  if (name === undefined || place.local) return undefined
  const modifiers = childOfType(node, 'modifiers')
  const constant = modifiers !== undefined && /\bconst\b/u.test(textOf(modifiers, place))
  const type =
    isType(place.owner) && !constant ? 'property' : constant || hasToken(node, 'val') ? 'constant' : 'variable'
  const signatureEnd = childOfType(node, '=', 'property_delegate', 'getter', 'setter')
  return { units: [{ type, name: qualify(place.scope, textOf(name, place)), signatureEnd }] }
}
