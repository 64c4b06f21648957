import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { declaredName, type DeclaredName } from './c-declarator.ts'
import { finish } from '../tree/signature.ts'
import { define, defineType, inside } from './define.ts'
import { childOfType, isType, locals, members, qualify, textOf, unnamed } from './rule.ts'
import type { UnitDraft, NodeResult, LanguageRules, Place } from './rule.ts'

/** Rules for C, including those that C++ shares with it. */
export const cRules: LanguageRules = {
  comment: 'comment',
  attribute_declaration: 'attribute',
  ...inside('preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif', 'preproc_elifdef', 'linkage_specification'),
  ...inside(
    'declaration_list',
    'field_declaration_list',
    'field_declaration_list_item',
    'compound_statement',
    'try_statement',
  ),

  function_definition: functionDefinition,
  declaration,
  field_declaration: declaration,
  type_definition: typeDefinition,
  struct_specifier: specifier('struct'),
  union_specifier: specifier('union'),
  enum_specifier: specifier('enum'),
  preproc_def: macro,
  preproc_function_def: define('macro', { until: ['value'] }),
}

export const cppRules: LanguageRules = {
  ...cRules,
  template_declaration: 'wrapper',
  class_specifier: specifier('class'),
  namespace_definition: defineType('namespace', { name: namespaceName }),
  alias_declaration: define('type', { until: ['type'] }),
  concept_definition: define('type', { until: [], untilTypes: ['='] }),
}

function namespaceName(node: Node, place: Place): string | undefined {
  const name = node.childForFieldName('name')
  return name === null ? undefined : textOf(name, place).replaceAll(' ', '')
}

const BODIES = [
  'field_initializer_list',
  'compound_statement',
  'try_statement',
  'default_method_clause',
  'delete_method_clause',
]

function functionDefinition(node: Node, place: Place): NodeResult | 'inside' {
  const declarator = node.childForFieldName('declarator')
  const declared = declarator === null ? undefined : declaredName(declarator, place)
  if (declared === undefined) return 'inside'
  const name = qualify(place.scope, declared.name)
  const type = callableType(declared.name, place)
  return { units: [{ type, name, signatureEnd: childOfType(node, ...BODIES) }], inside: locals(name, type) }
}

/** `Client::Client`, and a class's own name inside the class, are constructors; other qualified names are methods. */
function callableType(name: string, place: Place): AstUnitType {
  const [own, type = place.scope.split('::').at(-1)] = name.split('::').reverse()
  const inType = name.includes('::') || isType(place.owner)
  return !inType ? 'function' : own === type ? 'constructor' : 'method'
}

/** Finds variables, fields and prototypes, and the type declared in the same declaration. */
function declaration(node: Node, place: Place): NodeResult | 'inside' | 'wrapper' {
  const declarators = node.childrenForFieldName('declarator').filter((child) => child.isNamed)
  const first = declarators[0]
  if (first === undefined) return 'wrapper'
  if (place.local) return 'inside'
  const prefix = place.source.slice(startAfterAttributes(node), first.startIndex)
  const units = declarators.flatMap((declarator) => {
    const declared = declaredName(declarator, place)
    return declared === undefined ? [] : [draft(declared, declarator, prefix, place)]
  })
  const [only] = units
  const named = node.childForFieldName('type')
  if (named === null || named.childForFieldName('body') === null) return { units }
  const anonymous = named.childForFieldName('name') === null
  const scope = anonymous && only !== undefined ? only.name : place.scope
  return { units, inside: unnamed(place, scope) }
}

function startAfterAttributes(node: Node): number {
  return node.children.find((child) => child.type !== 'attribute_declaration')?.startIndex ?? node.startIndex
}

function draft(declared: DeclaredName, declarator: Node, prefix: string, place: Place): UnitDraft {
  const value = declarator.childForFieldName('value')
  const own = place.source.slice(declarator.startIndex, value?.startIndex ?? declarator.endIndex)
  const signature = finish(`${prefix}${own}`)
  const name = qualify(place.scope, declared.name)
  if (declared.callable) return { type: callableType(declared.name, place), name, signature }
  if (isType(place.owner)) return { type: 'field', name, signature }
  const fixed = /\b(?:constexpr|constinit|const)\b(?![^*]*\*)/u.test(signature)
  return { type: fixed ? 'constant' : 'variable', name, signature }
}

/** `typedef struct { … } ring_t` is the struct `ring_t`; any other typedef is a type of its own. */
function typeDefinition(node: Node, place: Place): NodeResult | 'wrapper' {
  const type = node.childForFieldName('type')
  const names = node.childrenForFieldName('declarator').flatMap((declarator) => {
    const declared = declarator.isNamed ? declaredName(declarator, place) : undefined
    return declared === undefined ? [] : [declared.name]
  })
  const body = type?.childForFieldName('body') ?? null
  if (type === null || body === null)
    return { units: names.map((name) => ({ type: 'type', name: qualify(place.scope, name) })) }
  const tag = type.childForFieldName('name')
  const others = tag === null ? names : names.filter((name) => name !== textOf(tag, place))
  if (tag !== null && others.length === 0) return 'wrapper'
  const unitType = tag !== null ? 'type' : (SPECIFIERS[type.type] ?? 'type')
  const units = others.map((name) => ({ type: unitType, name: qualify(place.scope, name), signatureEnd: body }))
  const [first] = units
  if (tag !== null || first === undefined) return { units, inside: unnamed(place) }
  return { units, inside: members(first.name, unitType) }
}

const SPECIFIERS: Readonly<Record<string, AstUnitType>> = {
  struct_specifier: 'struct',
  union_specifier: 'union',
  enum_specifier: 'enum',
  class_specifier: 'class',
}

/** Returns the rule for a type with a body. A type without a body is only a mention. */
function specifier(type: AstUnitType): (node: Node, place: Place) => NodeResult | 'inside' | undefined {
  return (node, place) => {
    const body = node.childForFieldName('body')
    if (body === null) return undefined
    const name = node.childForFieldName('name')
    if (name === null) return 'inside'
    const qualified = qualify(place.scope, withoutArguments(textOf(name, place)))
    return { units: [{ type, name: qualified, signatureEnd: body }], inside: members(qualified, type) }
  }
}

/** Removes template arguments: `std::hash<net::Client>` → `std::hash`. */
function withoutArguments(name: string): string {
  return name.replace(/\s*<.*$/u, '')
}

/** Include guards define a name without a value and are not units. */
function macro(node: Node, place: Place): NodeResult | undefined {
  const name = node.childForFieldName('name')
  const value = node.childForFieldName('value')
  if (name === null || value === null) return undefined
  return { units: [{ type: 'macro', name: textOf(name, place), signatureEnd: value }] }
}
