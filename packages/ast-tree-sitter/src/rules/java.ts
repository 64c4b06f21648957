import { define, defineCallable, defineType, inside } from './define.ts'
import { isType, members, qualify, textOf, type NodeResult, type LanguageRules, type Place } from './rule.ts'
import type { Node } from 'web-tree-sitter'

/** The package is not part of names, because the path already contains it. */
export const javaRules: LanguageRules = {
  line_comment: 'comment',
  block_comment: 'comment',
  field_declaration: 'wrapper',
  constant_declaration: 'wrapper',
  ...inside('class_body', 'interface_body', 'annotation_type_body', 'enum_body', 'enum_body_declarations'),
  ...inside('block', 'constructor_body', 'module_body'),

  class_declaration: defineType('class'),
  record_declaration: defineType('class'),
  interface_declaration: defineType('interface'),
  annotation_type_declaration: defineType('interface'),
  enum_declaration: defineType('enum'),
  enum_constant: enumConstant,
  method_declaration: defineCallable(),
  annotation_type_element_declaration: define('method', { until: [], untilTypes: ['default'] }),
  constructor_declaration: define('constructor', { content: 'locals' }),
  compact_constructor_declaration: define('constructor', { content: 'locals' }),
  variable_declarator: field,
  module_declaration: define('module'),
}

function field(node: Node, place: Place): NodeResult | undefined {
  const name = node.childForFieldName('name')
  if (name === null || place.local || !isType(place.owner)) return undefined
  const qualified = qualify(place.scope, textOf(name, place))
  return { units: [{ type: 'field', name: qualified, signatureEnd: node.childForFieldName('value') }] }
}

/** A constant is not a unit, but the methods that it overrides are. */
function enumConstant(node: Node, place: Place): NodeResult | undefined {
  const name = node.childForFieldName('name')
  if (name === null || node.childForFieldName('body') === null) return undefined
  return { units: [], inside: members(qualify(place.scope, textOf(name, place)), 'enum') }
}
