import type { Node } from 'web-tree-sitter'
import { define, defineCallable, defineType, inside, nameFrom } from './define.ts'
import { isType, members, qualify, textOf, type NodeResult, type LanguageRules, type Place } from './rule.ts'

/** The package is not part of names. Extension methods are named after the type that they extend. */
export const scalaRules: LanguageRules = {
  comment: 'comment',
  block_comment: 'comment',
  ...inside('template_body', 'with_template_body', 'enum_body', 'block', 'indented_block', 'package_clause'),

  class_definition: defineType('class'),
  trait_definition: defineType('trait'),
  object_definition: defineType('object'),
  package_object: defineType('object'),
  enum_definition: defineType('enum'),
  given_definition: defineType('object'),
  extension_definition: extension,
  function_definition: defineCallable(),
  function_declaration: defineCallable({ content: 'nothing' }),
  type_definition: define('type', { until: ['type'] }),
  val_definition: value,
  val_declaration: value,
  var_definition: value,
  var_declaration: value,
}

function extension(node: Node, place: Place): NodeResult | 'inside' {
  const parameter = node.childForFieldName('parameters')?.namedChildren.find((child) => child.type === 'parameter')
  const type = parameter === undefined ? undefined : nameFrom(parameter, 'type', place)?.replace(/\[.*$/u, '')
  if (type === undefined) return 'inside'
  const name = qualify(place.scope, type)
  const signatureEnd = node.childForFieldName('body')
  return { units: [{ type: 'extension', name, signatureEnd }], inside: members(name, 'extension') }
}

function value(node: Node, place: Place): NodeResult | undefined {
  const pattern = node.childForFieldName('pattern') ?? node.childForFieldName('name')
  if (pattern === null || place.local) return undefined
  const names = pattern.type === 'identifiers' ? pattern.namedChildren : [pattern]
  const constant = node.type.startsWith('val')
  const type = isType(place.owner) && place.owner !== 'object' ? 'field' : constant ? 'constant' : 'variable'
  const signatureEnd = node.childForFieldName('value')
  return {
    units: names
      .filter((name) => name.type === 'identifier')
      .map((name) => ({ type, name: qualify(place.scope, textOf(name, place)), signatureEnd })),
  }
}
