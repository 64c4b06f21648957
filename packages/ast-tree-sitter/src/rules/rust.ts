import type { Node } from 'web-tree-sitter'
import { define, defineCallable, defineType, inside } from './define.ts'
import { textOf, type LanguageRules, type Place } from './rule.ts'
import { testMacro } from './rust-tests.ts'

/** `impl` blocks are named after the type that they are for, whichever trait they implement. */
export const rustRules: LanguageRules = {
  line_comment: 'comment',
  block_comment: 'comment',
  attribute_item: 'attribute',
  ...inside(
    'declaration_list',
    'field_declaration_list',
    'block',
    'foreign_mod_item',
    'expression_statement',
    'unsafe_block',
  ),

  function_item: defineCallable(),
  function_signature_item: defineCallable({ content: 'nothing' }),
  struct_item: defineType('struct', { untilTypes: ['ordered_field_declaration_list'] }),
  union_item: defineType('union'),
  enum_item: define('enum'),
  trait_item: defineType('trait'),
  impl_item: defineType('impl', { name: implementedType }),
  mod_item: defineType('module'),
  macro_invocation: testMacro,
  macro_definition: define('macro', { untilTypes: ['{', '(', 'macro_rule'] }),
  type_item: define('type', { until: ['type'] }),
  associated_type: define('type'),
  const_item: define('constant', { until: ['value'], notLocal: true }),
  static_item: define('variable', { until: ['value'], notLocal: true }),
  field_declaration: define('field'),
}

function implementedType(node: Node, place: Place): string | undefined {
  const type = node.childForFieldName('type')
  return type === null ? undefined : baseName(type, place)
}

/** Returns the bare name of a type: `&'a mut wire::Packet<T>` → `Packet`. */
function baseName(type: Node, place: Place): string {
  let node = type
  for (;;) {
    const inner =
      node.type === 'scoped_type_identifier'
        ? node.childForFieldName('name')
        : node.type === 'generic_type' || node.type === 'reference_type' || node.type === 'pointer_type'
          ? node.childForFieldName('type')
          : node.type === 'dynamic_type'
            ? node.childForFieldName('trait')
            : null
    if (inner === null) return textOf(node, place)
    node = inner
  }
}
