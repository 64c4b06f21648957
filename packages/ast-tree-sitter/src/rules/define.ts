import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'
import { omitUndefined } from '@chronicle/schema'
import { callable, firstOf, locals, members, qualify, textOf, type Define, type Place } from './rule.ts'

export interface DefineOptions {
  /** The field with the name, or how to find it. A node without a name is no unit, but is looked into. */
  readonly name?: string | ((node: Node, place: Place) => string | undefined)
  /** Fields that end the signature. */
  readonly until?: readonly string[]
  /** Child types that end the signature. */
  readonly untilTypes?: readonly string[]
  /** What it holds: the members of a type, the body of a function, or nothing with a name. */
  readonly holds?: 'members' | 'locals' | 'nothing'
  /** Not a unit in the body of a function. */
  readonly notLocal?: boolean
  readonly keyword?: string
}

/** The rule for a node that defines one unit. */
export function define(
  type: AstUnitType | ((place: Place, node: Node) => AstUnitType),
  options: DefineOptions = {},
): Define {
  const { name: naming = 'name', until = ['body'], untilTypes, holds = 'nothing', notLocal = false, keyword } = options
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
          until: firstOf(node, until, untilTypes),
          ...omitUndefined({ keyword }),
        },
      ],
      ...(holds === 'members' ? { inside: members(qualified, unitType) } : {}),
      ...(holds === 'locals' ? { inside: locals(qualified, unitType) } : {}),
    }
  }
}

/** The rule for a function or method with a body. */
export function defineCallable(options: DefineOptions = {}): Define {
  return define(callable, { holds: 'locals', ...options })
}

/** The rule for a class, struct, trait, … */
export function defineType(type: AstUnitType, options: DefineOptions = {}): Define {
  return define(type, { holds: 'members', ...options })
}

/** The text of a field, on one line. */
export function nameFrom(node: Node, field: string, place: Place): string | undefined {
  const child = node.childForFieldName(field)
  return child === null ? undefined : textOf(child, place)
}

/** Rules that look into all of these node types. */
export function inside(...types: readonly string[]): Readonly<Record<string, 'inside'>> {
  return Object.fromEntries(types.map((type) => [type, 'inside'] as const))
}
