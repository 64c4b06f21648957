import type { AstUnitType } from '@chronicle/core/contracts'
import type { Node } from 'web-tree-sitter'

/*
 * A language is described by what each of its node types means. Types that are not listed are not looked into, which
 * is what keeps a walk over a large file cheap: expressions, types and parameters are never visited.
 */

/** The meaning of every node type of a grammar that matters for an outline. */
export type LanguageRules = Readonly<Record<string, Rule>>

/**
 * - `comment`: belongs to the definition directly below it.
 * - `attribute`: the same, and is not part of a signature.
 * - `inside`: means nothing itself, its children are looked at.
 * - `wrapper`: as `inside`, and the definition in it begins where it begins (`export`, decorators, templates).
 */
export type Mark = 'comment' | 'attribute' | 'inside' | 'wrapper'

/** A mark, or what to make of one node; `undefined` means that there is nothing in it. */
export type Rule = Mark | Define

export type Define = (node: Node, place: Place) => Found | 'inside' | 'wrapper' | undefined

/** Where a node stands. */
export interface Place {
  readonly source: string
  /** The qualified name that names in here start with; empty at the top. */
  readonly scope: string
  /** The type of the innermost enclosing unit. */
  readonly owner: AstUnitType | undefined
  /** In the body of a function: constants, variables and fields are no units here. */
  readonly local: boolean
  /** The innermost `wrapper` the node stands in. Much cheaper than `node.parent`, which searches from the root. */
  readonly wrapper: Node | undefined
  /** Id of the expression that the innermost unit is a name for: what it calls itself is no other unit. */
  readonly value: number | undefined
}

export interface Found {
  readonly units: readonly Draft[]
  /** How to look at the children; absent, they are not looked at. */
  readonly inside?: Inside
  /** The scope of everything that follows at this level: `namespace App;`. */
  readonly rest?: string
}

export type Inside = Pick<Place, 'scope' | 'owner' | 'local'> & { readonly value?: number }

/** A unit before its range and signature are worked out. */
export interface Draft {
  readonly type: AstUnitType
  /** Qualified. */
  readonly name: string
  /** Where the signature ends; absent, at the end of the node. */
  readonly until?: Node | null | undefined
  /** What a signature starts with when the keyword stands before a group: `const ( A = 1 )`. */
  readonly keyword?: string
  /** The signature, when it is not the text up to `until`. */
  readonly signature?: string
}

/** Joins a scope and a name. */
export function qualify(scope: string, name: string): string {
  return scope === '' ? name : `${scope}::${name}`
}

/** The text of a node on one line. */
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

/** `method` in a type, `function` elsewhere. */
export function callable({ owner, local }: Place): AstUnitType {
  return isType(owner) && !local ? 'method' : 'function'
}

/** The children of a node under a named definition. */
export function members(scope: string, owner: AstUnitType): Inside {
  return { scope, owner, local: false }
}

/** The body of a function. */
export function locals(scope: string, owner: AstUnitType): Inside {
  return { scope, owner, local: true }
}

/** The children of a node that is no unit, under another scope or the same. */
export function unnamed({ scope, owner, local }: Place, inner: string = scope): Inside {
  return { scope: inner, owner, local }
}

/** The first child of one of these types. */
export function childOfType(node: Node, ...types: readonly string[]): Node | undefined {
  return node.children.find((child) => types.includes(child.type))
}

/** Whether a node has this token, such as a keyword, among its children. */
export function hasToken(node: Node, ...tokens: readonly string[]): boolean {
  return childOfType(node, ...tokens) !== undefined
}

/** The first of these fields, or of these child types, that the node has. */
export function firstOf(node: Node, fields: readonly string[], types: readonly string[] = []): Node | undefined {
  for (const field of fields) {
    const child = node.childForFieldName(field)
    if (child !== null) return child
  }
  return types.length === 0 ? undefined : childOfType(node, ...types)
}
