import type { Node } from 'web-tree-sitter'
import { textOf, type Place } from './rule.ts'

/** The name that a C declarator declares. */
export interface DeclaredName {
  /** Qualified as in the source, without template arguments. */
  readonly name: string
  /** Whether it is a function, and not a pointer to one. */
  readonly callable: boolean
}

/**
 * Finds the name in a declarator such as `*(*names[4])(int)`, from the outside in. Returns `undefined` if it names
 * nothing.
 */
export function declaredName(declarator: Node, place: Place): DeclaredName | undefined {
  let node: Node | null = declarator
  let callable = false
  while (node !== null) {
    switch (node.type) {
      case 'function_declarator':
        callable = true
        node = node.childForFieldName('declarator')
        break
      case 'pointer_declarator':
      case 'array_declarator':
      case 'reference_declarator':
        callable = false
        node = node.childForFieldName('declarator') ?? lastNamed(node)
        break
      case 'init_declarator':
      case 'attributed_declarator':
      case 'parenthesized_declarator':
        node = node.childForFieldName('declarator') ?? node.namedChildren[0] ?? null
        break
      case 'bitfield_clause':
        return undefined
      case 'operator_cast':
        return { name: qualifiedName(node, place), callable: true }
      default: {
        const name = qualifiedName(node, place)
        return name === '' ? undefined : { name, callable }
      }
    }
  }
  return undefined
}

function lastNamed(node: Node): Node | null {
  return node.namedChildren.at(-1) ?? null
}

/** Removes template arguments: `net::Pool<T, N>::acquire` → `net::Pool::acquire`. */
function qualifiedName(name: Node, place: Place): string {
  const segments: string[] = []
  for (let node: Node | null = name; node !== null;) {
    if (node.type !== 'qualified_identifier') {
      segments.push(segment(node, place))
      break
    }
    const scope = node.childForFieldName('scope')
    if (scope !== null) segments.push(segment(scope, place))
    node = node.childForFieldName('name')
  }
  return segments.filter((part) => part !== '').join('::')
}

function segment(node: Node, place: Place): string {
  switch (node.type) {
    case 'template_type':
    case 'template_function':
    case 'template_method':
      return named(node, place)
    case 'operator_cast': {
      const type = node.childForFieldName('type')
      return type === null ? 'operator' : `operator ${textOf(type, place)}`
    }
    case 'operator_name':
      return textOf(node, place).replace(/^operator\s+(?=[^\w\s])/u, 'operator')
    case 'destructor_name':
      return textOf(node, place).replaceAll(' ', '')
    default:
      return node.namedChildCount === 0 ? textOf(node, place) : named(node, place)
  }
}

function named(node: Node, place: Place): string {
  const name = node.childForFieldName('name')
  return name === null ? textOf(node, place).replace(/\s*<.*$/u, '') : textOf(name, place)
}
