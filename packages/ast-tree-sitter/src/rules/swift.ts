import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { define, defineCallable, defineType, inside, nameFrom } from './define.ts'
import { childOfType, firstOf, isType, members, qualify, textOf } from './rule.ts'
import type { NodeResult, LanguageRules, Place } from './rule.ts'

/** Extensions are named after the type that they extend. */
export const swiftRules: LanguageRules = {
  comment: 'comment',
  multiline_comment: 'comment',
  ...inside('class_body', 'enum_class_body', 'protocol_body', 'function_body', 'statements'),

  class_declaration: declaration,
  protocol_declaration: defineType('protocol'),
  function_declaration: defineCallable(),
  protocol_function_declaration: defineCallable({ content: 'nothing' }),
  init_declaration: define('constructor', { name: () => 'init', content: 'locals' }),
  deinit_declaration: define('method', { name: () => 'deinit', content: 'locals' }),
  subscript_declaration: define('method', { name: () => 'subscript', untilTypes: ['computed_property'] }),
  property_declaration: property,
  protocol_property_declaration: property,
  typealias_declaration: define('type', { untilTypes: ['='] }),
  associatedtype_declaration: define('type'),
}

const KINDS: Readonly<Record<string, AstUnitType>> = {
  class: 'class',
  actor: 'class',
  struct: 'struct',
  enum: 'enum',
  extension: 'extension',
}

function declaration(node: Node, place: Place): NodeResult | 'inside' {
  const name = nameFrom(node, 'name', place)?.replace(/<.*$/u, '').replaceAll('.', '::')
  if (name === undefined) return 'inside'
  const keyword = firstOf(node, ['declaration_kind'], Object.keys(KINDS))
  const type = KINDS[keyword?.type ?? 'class'] ?? 'class'
  const qualified = qualify(place.scope, name)
  return {
    units: [{ type, name: qualified, signatureEnd: node.childForFieldName('body') }],
    inside: members(qualified, type),
  }
}

function property(node: Node, place: Place): NodeResult | undefined {
  if (place.local) return undefined
  const binding = childOfType(node, 'value_binding_pattern')
  const constant = binding !== undefined && textOf(binding, place) === 'let'
  const type = isType(place.owner) ? 'property' : constant ? 'constant' : 'variable'
  const signatureEnd = firstOf(
    node,
    ['computed_value', 'value'],
    ['willset_didset_block', 'protocol_property_requirements'],
  )
  const names = node.childrenForFieldName('name').flatMap((pattern) => {
    const name = pattern.childForFieldName('bound_identifier')
    return name === null ? [] : [qualify(place.scope, textOf(name, place))]
  })
  return { units: names.map((name) => ({ type, name, signatureEnd })) }
}
