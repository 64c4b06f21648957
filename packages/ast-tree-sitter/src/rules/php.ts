import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { define, defineCallable, defineType, inside, nameFrom } from './define.ts'
import { callable, childOfType, isType, members, qualify, textOf } from './rule.ts'
import type { NodeResult, LanguageRules, Place } from './rule.ts'

/** Namespaces are part of names, whether written with braces or for the rest of the file. */
export const phpRules: LanguageRules = {
  comment: 'comment',
  attribute_list: 'attribute',
  property_declaration: 'wrapper',
  const_declaration: 'wrapper',
  ...inside('program', 'declaration_list', 'enum_declaration_list', 'compound_statement', 'colon_block'),
  ...inside('if_statement', 'else_clause', 'else_if_clause'),

  namespace_definition: namespace,
  class_declaration: defineType('class'),
  interface_declaration: defineType('interface'),
  trait_declaration: defineType('trait'),
  enum_declaration: defineType('enum'),
  function_definition: defineCallable(),
  method_declaration: define(methodType, { content: 'locals' }),
  property_element: property,
  const_element: constant,
}

function namespace(node: Node, place: Place): NodeResult | 'inside' {
  const name = nameFrom(node, 'name', place)?.replaceAll('\\', '::')
  if (name === undefined) return 'inside'
  const body = node.childForFieldName('body')
  const units = [{ type: 'namespace', name, signatureEnd: body } as const]
  return body === null ? { units, followingScope: name } : { units, inside: members(name, 'namespace') }
}

function methodType(place: Place, node: Node): AstUnitType {
  return nameFrom(node, 'name', place) === '__construct' ? 'constructor' : callable(place)
}

function property(node: Node, place: Place): NodeResult | undefined {
  const name = node.childForFieldName('name')
  if (name === null) return undefined
  const signatureEnd = node.childForFieldName('default_value')
  return {
    units: [{ type: 'field', name: qualify(place.scope, textOf(name, place).replace('$', '')), signatureEnd }],
  }
}

function constant(node: Node, place: Place): NodeResult | undefined {
  const name = childOfType(node, 'name')
  if (name === undefined || place.local) return undefined
  const type = isType(place.owner) ? 'field' : 'constant'
  return { units: [{ type, name: qualify(place.scope, textOf(name, place)), signatureEnd: childOfType(node, '=') }] }
}
