import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { define, defineType, inside } from './define.ts'
import { isType, qualify, textOf, type NodeResult, type LanguageRules, type Place } from './rule.ts'

export const pythonRules: LanguageRules = {
  comment: 'comment',
  decorator: 'attribute',
  decorated_definition: 'wrapper',
  expression_statement: 'wrapper',
  ...inside('module', 'block', 'if_statement', 'elif_clause', 'else_clause', 'try_statement', 'except_clause'),
  ...inside('finally_clause', 'with_statement', 'for_statement', 'while_statement', 'match_statement', 'case_clause'),

  function_definition: define(functionType, { content: 'locals' }),
  class_definition: defineType('class'),
  type_alias_statement: define('type', { name: aliasName, until: ['right'] }),
  assignment,
}

function functionType(place: Place, node: Node): AstUnitType {
  if (!isType(place.owner) || place.local) return 'function'
  const name = node.childForFieldName('name')
  if (name !== null && textOf(name, place) === '__init__') return 'constructor'
  return typeFromDecorators(place) ?? 'method'
}

/** Returns the unit type given by decorators: `@property` and similar ones, and `@name.setter`. */
function typeFromDecorators(place: Place): AstUnitType | undefined {
  for (const decorator of place.wrapper?.children ?? []) {
    if (decorator.type !== 'decorator') continue
    const text = textOf(decorator, place)
    if (/^@(?:\w+\.)*(?:cached_|abstract)?property\b/u.test(text)) return 'getter'
    if (text.endsWith('.setter')) return 'setter'
  }
  return undefined
}

function aliasName(node: Node, place: Place): string | undefined {
  const left = node.childForFieldName('left')
  return left === null ? undefined : textOf(left, place).replace(/\[.*$/u, '')
}

/** Returns a unit for a name assigned at the top of a module or class. Its signature is the name and the type. */
function assignment(node: Node, place: Place): NodeResult | undefined {
  const left = node.childForFieldName('left')
  if (place.local || left?.type !== 'identifier') return undefined
  const name = textOf(left, place)
  const type = isType(place.owner) ? 'field' : /^_*[A-Z][A-Z0-9_]*$/u.test(name) ? 'constant' : 'variable'
  return { units: [{ type, name: qualify(place.scope, name), signatureEnd: node.childForFieldName('right') }] }
}
