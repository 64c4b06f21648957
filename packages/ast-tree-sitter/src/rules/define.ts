import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { omitUndefined } from '@chronicle/schema'
import { callable, firstOf, locals, members, qualify, textOf, type Define, type Place } from './rule.ts'

export interface DefineOptions {
  /**
   * The field that contains the name, or a function that finds it. A node without a name is not a unit, but its
   * children are visited.
   */
  readonly name?: string | ((node: Node, place: Place) => string | undefined) | undefined
  /** Fields that end the signature. */
  readonly until?: readonly string[] | undefined
  /** Child types that end the signature. */
  readonly untilTypes?: readonly string[] | undefined
  /** The content of the unit: the members of a type, the body of a function, or nothing that has a name. */
  readonly content?: 'members' | 'locals' | 'nothing' | undefined
  /** Whether the node is not a unit inside a function body. */
  readonly notLocal?: boolean | undefined
  readonly keyword?: string | undefined
}

/** Returns the rule for a node that defines one unit. */
export function define(
  type: AstUnitType | ((place: Place, node: Node) => AstUnitType),
  options: DefineOptions = {},
): Define {
  const {
    name: naming = 'name',
    until = ['body'],
    untilTypes,
    content = 'nothing',
    notLocal = false,
    keyword,
  } = options
  return (node, place) => {
    if (notLocal && place.local) return undefined
    const name = typeof naming === 'string' ? nameFrom(node, naming, place) : naming(node, place)
    if (name === undefined || name === '') return 'inside'
    const unitType = typeof type === 'string' ? type : type(place, node)
    const qualified = qualify(place.scope, name)
    return {
      units: [
        {
          type: unitType,
          name: qualified,
          signatureEnd: firstOf(node, until, untilTypes),
          ...omitUndefined({ keyword }),
        },
      ],
      ...(content === 'members' && { inside: members(qualified, unitType) }),
      ...(content === 'locals' && { inside: locals(qualified, unitType) }),
    }
  }
}

/** Returns the rule for a function or method with a body. */
export function defineCallable(options: DefineOptions = {}): Define {
  return define(callable, { ...options, content: options.content ?? 'locals' })
}

/** Returns the rule for a class, struct, trait, … */
export function defineType(type: AstUnitType, options: DefineOptions = {}): Define {
  return define(type, { ...options, content: options.content ?? 'members' })
}

/** Returns the text of a field, on one line. */
export function nameFrom(node: Node, field: string, place: Place): string | undefined {
  const child = node.childForFieldName(field)
  return child === null ? undefined : textOf(child, place)
}

/** Returns rules that visit the children of all these node types. */
export function inside(...types: readonly string[]): Readonly<Record<string, 'inside'>> {
  return Object.fromEntries(types.map((type) => [type, 'inside'] as const))
}
