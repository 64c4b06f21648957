import type { Node } from 'web-tree-sitter'
import { define, defineCallable, defineType, inside, nameFrom } from './define.ts'
import { isType, qualify, textOf, type NodeResult, type LanguageRules, type Place } from './rule.ts'

/** Namespaces are part of names, whether written with braces or for the whole file. */
export const csharpRules: LanguageRules = {
  comment: 'comment',
  attribute_list: 'attribute',
  field_declaration: 'wrapper',
  event_field_declaration: 'wrapper',
  variable_declaration: 'wrapper',
  ...inside(
    'declaration_list',
    'block',
    'global_statement',
    'preproc_if',
    'preproc_elif',
    'preproc_else',
    'preproc_region',
  ),

  namespace_declaration: define('namespace', { name: namespaceName, content: 'members' }),
  file_scoped_namespace_declaration: fileNamespace,
  class_declaration: defineType('class'),
  record_declaration: defineType('class', { untilTypes: ['declaration_list'] }),
  struct_declaration: defineType('struct'),
  interface_declaration: defineType('interface'),
  enum_declaration: define('enum'),
  delegate_declaration: define('type'),
  method_declaration: defineCallable(),
  local_function_statement: defineCallable(),
  constructor_declaration: define('constructor', {
    content: 'locals',
    untilTypes: ['constructor_initializer'],
    until: [],
  }),
  destructor_declaration: define('method', { name: (node, place) => `~${nameFrom(node, 'name', place) ?? ''}` }),
  property_declaration: define('property', { until: ['accessors', 'value'] }),
  indexer_declaration: define('property', { name: () => 'this', until: ['accessors', 'value'] }),
  event_declaration: define('property', { until: ['accessors'] }),
  operator_declaration: define('method', { name: operatorName }),
  conversion_operator_declaration: define('method', { name: operatorName }),
  variable_declarator: field,
}

function namespaceName(node: Node, place: Place): string | undefined {
  return nameFrom(node, 'name', place)?.replaceAll('.', '::')
}

function fileNamespace(node: Node, place: Place): NodeResult | 'inside' {
  const name = namespaceName(node, place)
  if (name === undefined) return 'inside'
  return { units: [{ type: 'namespace', name }], followingScope: name }
}

function operatorName(node: Node, place: Place): string | undefined {
  const signature = textOf(node, place)
  return /\boperator\s*(?:checked\s+)?[^\s(]+/u.exec(signature)?.[0]
}

function field(node: Node, place: Place): NodeResult | undefined {
  const name = node.childForFieldName('name')
  if (name === null || place.local || !isType(place.owner)) return undefined
  const signatureEnd = node.children.find((child) => child.type === '=')
  return { units: [{ type: 'field', name: qualify(place.scope, textOf(name, place)), signatureEnd }] }
}
