import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'

/*
 * A language is described by the rules of its node types. Nodes of other types are not visited, which keeps a walk over
 * a large file cheap: expressions, types and parameters are skipped.
 */

/** The rules of a grammar's node types that matter for an outline. */
export type LanguageRules = Readonly<Record<string, Rule>>

/**
 * - `comment`: belongs to the definition directly below it.
 * - `attribute`: the same, but is not part of a signature.
 * - `inside`: is no unit itself, but its children are visited.
 * - `wrapper`: like `inside`, and the first definition in it starts where the wrapper starts (`export`, decorators,
 *   templates).
 */
export type Mark = 'comment' | 'attribute' | 'inside' | 'wrapper'

/** A mark, or a function that finds the units of one node. `undefined` means that the node contains none. */
export type Rule = Mark | Define

export type Define = (node: Node, place: Place) => NodeResult | 'inside' | 'wrapper' | undefined

/** The context of a node. */
export interface Place {
  readonly source: string
  /** The qualified name that prefixes the names in this place; empty at the top level. */
  readonly scope: string
  /** The type of the innermost enclosing unit. */
  readonly owner: AstUnitType | undefined
  /** Whether the node is in a function body, where constants, variables and fields are not units. */
  readonly local: boolean
  /** The innermost enclosing `wrapper`. Much cheaper than `node.parent`, which searches from the root. */
  readonly wrapper: Node | undefined
  /** Node id of the expression that the innermost unit names. The expression's own name is not another unit. */
  readonly value: number | undefined
}

export interface NodeResult {
  readonly units: readonly UnitDraft[]
  /** The context of the children. Absent: the children are not visited. */
  readonly inside?: ChildContext
  /** The scope of all later nodes at this level: `namespace App;`. */
  readonly followingScope?: string
}

export type ChildContext = Pick<Place, 'scope' | 'owner' | 'local'> & { readonly value?: number }

/** A unit whose range and signature are not computed yet. */
export interface UnitDraft {
  readonly type: AstUnitType
  /** Qualified name. */
  readonly name: string
  /** The node at which the signature ends. Absent: the signature ends with the node. */
  readonly signatureEnd?: Node | null | undefined
  /** First word of the signature when the keyword stands before a group: `const ( A = 1 )`. */
  readonly keyword?: string
  /** The signature, if it is not the text up to `signatureEnd`. */
  readonly signature?: string
}

/** Joins a scope and a name. */
export function qualify(scope: string, name: string): string {
  return scope === '' ? name : `${scope}::${name}`
}

/** Returns the text of a node on one line. */
export function textOf(node: Node, { source }: Pick<Place, 'source'>): string {
  return oneLine(source.slice(node.startIndex, node.endIndex))
}

/** Collapses white space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** Whether members of a unit of this type are methods and fields. */
export function isType(owner: AstUnitType | undefined): boolean {
  return owner !== undefined && TYPES.has(owner)
}

const TYPES: ReadonlySet<AstUnitType> = new Set<AstUnitType>([
  'class',
  'struct',
  'enum',
  'union',
  'trait',
  'interface',
  'protocol',
  'impl',
  'extension',
  'object',
])

/** Returns `method` in a type, `function` elsewhere. */
export function callable({ owner, local }: Place): AstUnitType {
  return isType(owner) && !local ? 'method' : 'function'
}

/** Returns the context of the children of a named definition. */
export function members(scope: string, owner: AstUnitType): ChildContext {
  return { scope, owner, local: false }
}

/** Returns the context of a function body. */
export function locals(scope: string, owner: AstUnitType): ChildContext {
  return { scope, owner, local: true }
}

/** Returns the context of the children of a node that is not a unit, with another scope or the same. */
export function unnamed({ scope, owner, local }: Place, inner: string = scope): ChildContext {
  return { scope: inner, owner, local }
}

/** Returns the first child of one of these types. */
export function childOfType(node: Node, ...types: readonly string[]): Node | undefined {
  return node.children.find((child) => types.includes(child.type))
}

/** Whether a node has this token, such as a keyword, among its children. */
export function hasToken(node: Node, ...tokens: readonly string[]): boolean {
  return childOfType(node, ...tokens) !== undefined
}

/** Returns the first of these fields, or else of these child types, that the node has. */
export function firstOf(node: Node, fields: readonly string[], types: readonly string[] = []): Node | undefined {
  for (const field of fields) {
    const child = node.childForFieldName(field)
    if (child !== null) return child
  }
  return types.length === 0 ? undefined : childOfType(node, ...types)
}
