import type { Node } from 'web-tree-sitter'
import { define, defineType, inside, nameFrom } from './define.ts'
import { callable, childOfType, isType, locals, members, qualify, textOf } from './rule.ts'
import type { NodeResult, LanguageRules, Place } from './rule.ts'

/** `def self.x` and methods in `class << self` are named like other methods of the class. */
export const rubyRules: LanguageRules = {
  comment: 'comment',
  argument_list: 'wrapper',
  ...inside('body_statement', 'do_block', 'block', 'block_body', 'singleton_class', 'begin_block', 'begin', 'then'),
  ...inside('if', 'unless', 'else', 'elsif'),

  module: define('module', { name: constantName, content: 'members', untilTypes: ['body_statement', ';'] }),
  class: defineType('class', { name: constantName, untilTypes: ['body_statement', ';', 'end'] }),
  method: define(methodType, { name: methodName, content: 'locals', untilTypes: ['=', ';', 'end'] }),
  singleton_method: define(methodType, { name: methodName, content: 'locals', untilTypes: ['=', ';', 'end'] }),
  assignment,
  call,
}

function constantName(node: Node, place: Place): string | undefined {
  return nameFrom(node, 'name', place)?.replace(/^::/u, '')
}

function methodName(node: Node, place: Place): string | undefined {
  return nameFrom(node, 'name', place)
}

function methodType(place: Place, node: Node): 'constructor' | 'method' | 'function' {
  if (place.owner === 'module') return 'method'
  return methodName(node, place) === 'initialize' && isType(place.owner)
    ? 'constructor'
    : callable(place) === 'method'
      ? 'method'
      : 'function'
}

/** Returns units for constants, and for classes made with a block: `Point = Struct.new(:x) do … end`. */
function assignment(node: Node, place: Place): NodeResult | undefined {
  const left = node.childForFieldName('left')
  const right = node.childForFieldName('right')
  if (left?.type !== 'constant' || place.local) return undefined
  const name = qualify(place.scope, textOf(left, place))
  const block = right?.type === 'call' ? right.childForFieldName('block') : null
  if (right !== null && block !== null)
    return { units: [{ type: 'class', name, signatureEnd: block }], inside: members(name, 'class') }
  return { units: [{ type: 'constant', name, signatureEnd: right }] }
}

const TEST_METHODS: ReadonlySet<string> = new Set([
  'describe',
  'context',
  'feature',
  'it',
  'specify',
  'scenario',
  'test',
])

/** Finds tests, `private def …`, and methods in blocks such as `included do`. */
function call(node: Node, place: Place): NodeResult | 'inside' | 'wrapper' {
  const block = node.childForFieldName('block')
  if (block === null) return 'wrapper'
  const title = testTitle(node, place)
  if (title === undefined) return 'inside'
  const name = qualify(place.scope, title)
  return { units: [{ type: 'test', name, signatureEnd: block }], inside: locals(name, 'test') }
}

function testTitle(node: Node, place: Place): string | undefined {
  const receiver = node.childForFieldName('receiver')
  const method = node.childForFieldName('method')
  const first = node.childForFieldName('arguments')?.namedChildren[0]
  if (method === null || first === undefined || !TEST_METHODS.has(textOf(method, place))) return undefined
  if (receiver !== null && textOf(receiver, place) !== 'RSpec') return undefined
  if (first.type !== 'string')
    return first.type === 'constant' || first.type === 'scope_resolution' ? textOf(first, place) : undefined
  const content = childOfType(first, 'string_content')
  return content === undefined ? undefined : textOf(content, place)
}
