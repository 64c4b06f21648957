import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { define, defineCallable, defineType, inside, nameFrom } from './define.ts'
import { assignment, defaultExport, functionOrClass, kindOfValue, variable } from './javascript-values.ts'
import { testCall } from './javascript-tests.ts'
import { callable, firstOf, hasToken, isType, locals, qualify, textOf, unnamed } from './rule.ts'
import type { NodeResult, LanguageRules, Place } from './rule.ts'

/** Rules for JavaScript with JSX. TypeScript and TSX add to them. */
export const javascriptRules: LanguageRules = {
  comment: 'comment',
  decorator: 'attribute',
  lexical_declaration: 'wrapper',
  variable_declaration: 'wrapper',
  expression_statement: 'wrapper',
  ...inside('class_body', 'class_static_block', 'statement_block', 'if_statement', 'else_clause', 'for_statement'),
  ...inside('for_in_statement', 'while_statement', 'do_statement', 'try_statement', 'catch_clause', 'finally_clause'),
  ...inside(
    'switch_statement',
    'switch_body',
    'switch_case',
    'switch_default',
    'labeled_statement',
    'return_statement',
  ),
  ...inside(
    'parenthesized_expression',
    'sequence_expression',
    'unary_expression',
    'await_expression',
    'new_expression',
  ),
  ...inside('arguments', 'object', 'ternary_expression', 'binary_expression'),

  export_statement: defaultExport,
  function_declaration: defineCallable(),
  generator_function_declaration: defineCallable(),
  function_expression: expression,
  generator_function: expression,
  arrow_function: expression,
  class_declaration: defineType('class'),
  class: (node, place) => (node.id === place.value ? 'inside' : classExpression(node, place)),
  method_definition: define(methodType, { name: memberName, content: 'locals' }),
  field_definition: field,
  variable_declarator: variable,
  assignment_expression: assignment,
  pair,
  call_expression: testCall,
}

export const typescriptRules: LanguageRules = {
  ...javascriptRules,
  ambient_declaration: 'wrapper',
  ...inside('interface_body', 'object_type', 'as_expression', 'satisfies_expression', 'non_null_expression'),

  abstract_class_declaration: defineType('class'),
  function_signature: defineCallable({ content: 'nothing' }),
  method_signature: define(methodType, { name: memberName }),
  abstract_method_signature: define(methodType, { name: memberName }),
  property_signature: define('property', { name: memberName, notLocal: true }),
  public_field_definition: field,
  interface_declaration: defineType('interface'),
  type_alias_declaration: define('type', { until: ['value'] }),
  enum_declaration: define('enum'),
  internal_module: defineType('namespace', { name: moduleName }),
  module: defineType('module', { name: moduleName }),
}

const classExpression = defineType('class')

function methodType(place: Place, node: Node): AstUnitType {
  if (hasToken(node, 'get')) return 'getter'
  if (hasToken(node, 'set')) return 'setter'
  return isType(place.owner) && nameFrom(node, 'name', place) === 'constructor' ? 'constructor' : 'method'
}

/** Returns the name of a member, without quotes. */
function memberName(node: Node, place: Place): string | undefined {
  const name = firstOf(node, ['name', 'property', 'key'])
  if (name === undefined) return undefined
  const text = textOf(name, place)
  return name.type === 'string' ? text.slice(1, -1) : text
}

function moduleName(node: Node, place: Place): string | undefined {
  return memberName(node, place)?.replaceAll('.', '::')
}

/** Returns a unit for a function expression whose own name differs from the name it is assigned to. */
function expression(node: Node, place: Place): NodeResult {
  const name = node.id === place.value ? undefined : nameFrom(node, 'name', place)
  if (name === undefined || place.scope === name || place.scope.endsWith(`::${name}`)) {
    return { units: [], inside: { ...unnamed(place), local: true } }
  }
  const qualified = qualify(place.scope, name)
  const signatureEnd = node.childForFieldName('body')
  return { units: [{ type: callable(place), name: qualified, signatureEnd }], inside: locals(qualified, 'function') }
}

/** Returns a unit for a field. A field that contains a function is a method. */
function field(node: Node, place: Place): NodeResult | 'inside' {
  const name = memberName(node, place)
  if (name === undefined) return 'inside'
  const value = kindOfValue(node.childForFieldName('value'), place)
  const qualified = qualify(place.scope, name)
  const found = functionOrClass(qualified, value, 'method')
  if (found !== undefined) return found
  return { units: [{ type: 'field', name: qualified, signatureEnd: value.node }], inside: locals(qualified, 'field') }
}

/** Returns units for members of object literals. */
function pair(node: Node, place: Place): NodeResult | 'inside' {
  const name = memberName(node, place)
  if (name === undefined) return 'inside'
  const value = kindOfValue(node.childForFieldName('value'), place)
  const qualified = qualify(place.scope, name)
  return functionOrClass(qualified, value, 'method') ?? { units: [], inside: unnamed(place, qualified) }
}
