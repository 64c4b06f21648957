import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { locals, members, qualify, textOf, unnamed, type UnitDraft, type NodeResult, type Place } from './rule.ts'

/** The value that is assigned to a name. */
export interface Value {
  readonly kind: 'function' | 'class' | 'object' | 'import' | 'other'
  /** The outermost expression. A signature ends where it starts, unless there is a body. */
  readonly node: Node | undefined
  readonly body: Node | undefined
  /** The function or class expression's own name. */
  readonly ownName: Node | undefined
  /** Node id of the expression itself. */
  readonly expression: number | undefined
}

/** Returns the kind of a value, looking through parentheses, type assertions and `a = b = …`. */
export function kindOfValue(value: Node | null, place: Place): Value {
  let inner = value
  while (inner !== null && TRANSPARENT.has(inner.type)) {
    inner = inner.type === 'assignment_expression' ? inner.childForFieldName('right') : (inner.namedChildren[0] ?? null)
  }
  const kind = inner === null ? 'other' : kindOf(inner, place)
  return {
    kind,
    node: value ?? undefined,
    body: inner?.childForFieldName('body') ?? value ?? undefined,
    ownName: inner?.childForFieldName('name') ?? undefined,
    expression: inner?.id,
  }
}

const TRANSPARENT: ReadonlySet<string> = new Set([
  'as_expression',
  'assignment_expression',
  'non_null_expression',
  'parenthesized_expression',
  'satisfies_expression',
])

function kindOf(node: Node, place: Place): Value['kind'] {
  switch (node.type) {
    case 'arrow_function':
    case 'function_expression':
    case 'generator_function':
      return 'function'
    case 'class':
      return 'class'
    case 'object':
      return 'object'
    case 'call_expression':
    case 'member_expression':
      return isImport(node, place) ? 'import' : 'other'
    default:
      return 'other'
  }
}

/** Whether the expression starts with a call of `require` or `import`, as in `require('debug')('app').extend`. */
function isImport(expression: Node, place: Place): boolean {
  let node: Node | null = expression
  while (node !== null) {
    if (node.type === 'member_expression') node = node.childForFieldName('object')
    else if (node.type !== 'call_expression') return false
    else {
      const callee: Node | null = node.childForFieldName('function')
      if (callee !== null && /^(?:require|import)$/u.test(textOf(callee, place))) return true
      node = callee
    }
  }
  return false
}

/**
 * `const f = () => {}` is a function, `const C = class {}` a class. Other variables are units only at the top level.
 */
export function variable(node: Node, place: Place): NodeResult | 'inside' | undefined {
  const name = node.childForFieldName('name')
  if (name === null) return 'inside'
  const value = kindOfValue(node.childForFieldName('value'), place)
  if (name.type !== 'identifier') return value.kind === 'import' ? undefined : 'inside'
  const qualified = qualify(place.scope, textOf(name, place))
  const found = functionOrClass(qualified, value, 'function')
  if (found !== undefined) return found
  if (value.kind === 'import') return undefined
  if (place.local) return value.kind === 'object' ? { units: [], inside: unnamed(place, qualified) } : 'inside'
  const type = place.wrapper?.type === 'lexical_declaration' && isConst(place) ? 'constant' : 'variable'
  return { units: [{ type, name: qualified, signatureEnd: value.node }], inside: unnamed(place, qualified) }
}

function isConst({ wrapper, source }: Place): boolean {
  return wrapper !== undefined && source.startsWith('const', wrapper.startIndex)
}

/** Returns the unit for a function or class expression that is assigned to a name. */
export function functionOrClass(name: string, value: Value, functionType: AstUnitType): NodeResult | undefined {
  if (value.kind !== 'function' && value.kind !== 'class') return undefined
  const type = value.kind === 'class' ? 'class' : functionType
  const inside = type === 'class' ? members(name, type) : locals(name, type)
  return {
    units: [{ type, name, signatureEnd: value.body }],
    inside: value.expression === undefined ? inside : { ...inside, value: value.expression },
  }
}

/**
 * Finds functions and classes assigned to a property: `app.use = function`, `module.exports.x = …`,
 * `Foo.prototype.bar = …`, `this.x = …`. In `req.get = req.header = function` both are units. Exports have no
 * qualifier; properties of a prototype or of `this` belong to the constructor.
 */
export function assignment(node: Node, place: Place): NodeResult | 'inside' {
  const left = node.childForFieldName('left')
  const path = left === null ? undefined : propertyPath(left, place)
  if (path === undefined) return 'inside'
  const right = node.childForFieldName('right')
  const value = kindOfValue(right, place)
  if (value.expression === place.value) return 'inside'
  const { exported, names, scope, type } = targetOf(path, place)
  const own = value.ownName === undefined ? [] : [textOf(value.ownName, place)]
  const segments = names.length === 0 && exported ? (own.length > 0 ? own : ['module', 'exports']) : names
  const name = qualifyAll(scope, segments)
  const found = functionOrClass(name, value, type)
  if (found !== undefined) return { ...found, units: [...found.units, ...furtherUnits(name, right, value, place)] }
  const draft: readonly UnitDraft[] =
    exported && names.length === 1 && value.kind === 'other' && !place.local
      ? [{ type: 'constant', name, signatureEnd: value.node }]
      : []
  return { units: draft, inside: unnamed(place, names.length === 0 ? scope : name) }
}

/** The scope of a property, and the unit type of a function assigned to it. */
interface Target {
  readonly scope: string
  /** Empty for the module itself. */
  readonly names: readonly string[]
  readonly exported: boolean
  readonly type: 'function' | 'method'
}

function targetOf(path: readonly string[], place: Place): Target {
  const { segments, exported } = withoutExports(path)
  const onThis = segments[0] === 'this'
  const names = (onThis ? segments.slice(1) : segments).filter((segment) => segment !== 'prototype')
  const scope = onThis ? place.scope.replace(/::constructor$/u, '') : place.scope
  return { scope, names, exported, type: path.length > 1 && !(exported && names.length < 2) ? 'method' : 'function' }
}

function qualifyAll(scope: string, segments: readonly string[]): string {
  return [scope, ...segments].filter((segment) => segment !== '').join('::')
}

/**
 * Returns units for the other properties to which the same function or class is assigned: `b` of
 * `a.a = a.b = function`.
 */
function furtherUnits(first: string, right: Node | null, value: Value, place: Place): readonly UnitDraft[] {
  const drafts: UnitDraft[] = []
  for (let node = right; node?.type === 'assignment_expression'; node = node.childForFieldName('right')) {
    const left = node.childForFieldName('left')
    const path = left === null ? undefined : propertyPath(left, place)
    if (path === undefined || path.length < 2) continue
    const { names, scope, type } = targetOf(path, place)
    const name = qualifyAll(scope, names)
    if (names.length === 0 || name === first || drafts.some((draft) => draft.name === name)) continue
    drafts.push(...(functionOrClass(name, value, type)?.units ?? []))
  }
  return drafts
}

/** Splits `a.b.c` into its segments; returns `undefined` if a segment is computed. */
function propertyPath(left: Node, place: Place): readonly string[] | undefined {
  const segments: string[] = []
  let node = left
  while (node.type === 'member_expression') {
    const property = node.childForFieldName('property')
    const object = node.childForFieldName('object')
    if (property === null || object === null) return undefined
    segments.push(textOf(property, place))
    node = object
  }
  if (node.type !== 'identifier' && node.type !== 'this') return undefined
  return [...segments, textOf(node, place)].reverse()
}

function withoutExports(path: readonly string[]): { readonly segments: readonly string[]; readonly exported: boolean } {
  if (path[0] === 'module' && path[1] === 'exports') return { segments: path.slice(2), exported: true }
  if (path[0] === 'exports') return { segments: path.slice(1), exported: true }
  return { segments: path, exported: false }
}

/** An unnamed `export default` is called `default`; other exports are only wrappers. */
export function defaultExport(node: Node, place: Place): NodeResult | 'wrapper' {
  const exported = node.childForFieldName('value')
  if (exported === null || exported.type === 'identifier') return 'wrapper'
  const value = kindOfValue(exported, place)
  const name = qualify(place.scope, value.ownName === undefined ? 'default' : textOf(value.ownName, place))
  const found = functionOrClass(name, value, 'function')
  if (found !== undefined) return found
  return { units: [{ type: 'constant', name, signatureEnd: value.node }], inside: unnamed(place, name) }
}
