import ts from 'typescript'
import { productionFiles, type Checkout } from './checkout-sources.ts'

/** A document, or part of one, whose fields are listed in more than one place. */
export interface RepeatedDeclaration {
  readonly name: string
  /** Each place as `path (what it is)`. */
  readonly places: readonly string[]
}

/**
 * Finds the types whose fields are listed more than once by hand: as an interface (or object type); in a validator that
 * lists keys, made with `exactly<T>()` or annotated `ZodType<T>`; and in an output order, passed to `shape<T>()` or
 * stored as a list of the keys of `T`. Lists generated from the interface do not count.
 */
export function findRepeatedDeclarations(checkout: Checkout): readonly RepeatedDeclaration[] {
  const types = new Map<string, string>()
  const repeats = new Map<string, Set<string>>()
  const note = (name: string, place: string): void => {
    const places = repeats.get(name) ?? new Set()
    repeats.set(name, places.add(place))
  }
  for (const file of productionFiles(checkout)) {
    if (file.packageName === 'workspace' || !file.path.endsWith('.ts')) continue
    const visit = (node: ts.Node): void => {
      if (ts.isInterfaceDeclaration(node)) types.set(node.name.text, file.path)
      if (ts.isTypeAliasDeclaration(node) && listsFields(node.type)) types.set(node.name.text, file.path)
      if (ts.isCallExpression(node)) {
        const name = documentName(node.typeArguments?.[0])
        const callee = node.expression.getText()
        if (name !== undefined && callee === 'exactly') note(name, `${file.path} (validator)`)
        if (name !== undefined && callee === 'shape') note(name, `${file.path} (order of output)`)
      }
      if (ts.isVariableDeclaration(node) && node.initializer !== undefined && node.type !== undefined) {
        const annotated = node.type.getText()
        const name = documentName(node.type)
        const isTied = node.initializer.getText().startsWith('exactly<')
        if (name !== undefined && /\bZodType</u.test(annotated) && !isTied && listsKeys(node.initializer))
          note(name, `${file.path} (validator)`)
        const keys = /^readonly \(?keyof (\w+)/u.exec(annotated)?.[1]
        if (keys !== undefined && isLongList(node.initializer)) note(keys, `${file.path} (list of keys)`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file.tree())
  }
  return [...repeats]
    .flatMap(([name, places]) => {
      const type = types.get(name)
      const all = type === undefined ? [...places] : [`${type} (type)`, ...places]
      return all.length > 1 ? [{ name, places: all }] : []
    })
    .sort((a, b) => b.places.length - a.places.length || a.name.localeCompare(b.name))
}

function listsFields(type: ts.TypeNode): boolean {
  if (ts.isTypeLiteralNode(type)) return true
  return (ts.isIntersectionTypeNode(type) || ts.isUnionTypeNode(type)) && type.types.some(listsFields)
}

/** Whether an expression creates an object validator by listing its keys. */
function listsKeys(expression: ts.Node): boolean {
  if (ts.isCallExpression(expression) && /^z\.(?:strict|loose)?[oO]bject$/u.test(expression.expression.getText()))
    return true
  return ts.forEachChild(expression, (child) => listsKeys(child) || undefined) ?? false
}

/** Minimum number of keys of a complete list. Fewer keys are a selection. */
const MIN_LISTED_KEYS = 4

function isLongList(expression: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(expression) && expression.elements.length >= MIN_LISTED_KEYS
}

/** Returns the document that a type names: `Shown<Constraint>` and `Constraint` both name `Constraint`. */
function documentName(type: ts.TypeNode | undefined): string | undefined {
  if (type === undefined || !ts.isTypeReferenceNode(type)) return undefined
  return documentName(type.typeArguments?.[0]) ?? type.typeName.getText()
}
