import ts from 'typescript'
import { documentation, limits, regularExpressions, type Schema } from './declared-limits.ts'
import { recordSchema, tupleSchema, unionSchema, withoutRequired } from './schema-forms.ts'

/** Keys for values unknown to a format. They are written as keys of the object itself, so they are not listed. */
const UNLISTED = new Set(['unknown_keys'])

/** Types that do not change the JSON. The schema is that of their first argument. */
const WRAPPER_TYPES = new Set(['NonNullable', 'Readonly', 'Shown', 'Tagged'])

/** Options for reading a declaration. */
export interface ReadingOptions {
  /** Whether other tools, or other versions, may add keys. */
  readonly open?: boolean
  /** Whether a list may be absent, which means the same as empty. */
  readonly listsOptional?: boolean
}

/** The interfaces of some sources as JSON Schemas, which refer to each other. */
export interface Declarations {
  /** Returns the schema of an interface. Its keys are in the order of writing. Throws if there is no such interface. */
  readonly schemaOf: (name: string, options?: ReadingOptions) => Schema
}

interface Key {
  readonly name: string
  readonly node: ts.PropertySignature
}

/**
 * Reads the interfaces that a source exports, as they are written: the type of each key, whether it is optional, its
 * TSDoc and the limits in its tags. Inherited keys come before the interface's own keys, or after them if the base has
 * the tag `@ending`. Keys that it lists again keep its own position.
 */
export function readDeclarations(entry: string, options: ts.CompilerOptions): Declarations {
  const program = ts.createProgram([entry], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${entry} is no module`)
  const patterns = new Map(
    program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile)
      .flatMap(regularExpressions),
  )
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolve(symbol)]))

  function resolve(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  function declarationOf(name: ts.EntityName): ts.Declaration {
    const symbol = checker.getSymbolAtLocation(name)
    const declaration = symbol && resolve(symbol).declarations?.[0]
    if (declaration === undefined) throw new Error(`${name.getText()} is declared nowhere`)
    return declaration
  }

  function schemaOf(name: string, reading: ReadingOptions = {}): Schema {
    const declaration = requireInterface(exported.get(name)?.declarations?.[0], name)
    return { ...objectSchema(keysOf(declaration), openKeys(declaration), reading), ...documentation(declaration) }
  }

  /**
   * Returns the keys of an interface: inherited ones, its own, and those inherited from a base with the tag `@ending`.
   */
  function keysOf(declaration: ts.InterfaceDeclaration): readonly Key[] {
    const own = listedKeys(declaration.members)
    const names = new Set(own.map(({ name }) => name))
    const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) => types.map(baseOf))
    const inherited = (endings: boolean): readonly Key[] =>
      bases
        .filter((base) => isEnding(base) === endings)
        .flatMap(keysOf)
        .filter(({ name }) => !names.has(name))
    return [...inherited(false), ...own, ...inherited(true)]
  }

  function baseOf({ expression, typeArguments }: ts.ExpressionWithTypeArguments): ts.InterfaceDeclaration {
    if (!ts.isIdentifier(expression)) throw new Error(`${expression.getText()} is no name`)
    return WRAPPER_TYPES.has(expression.text)
      ? interfaceOf(typeArguments?.[0])
      : requireInterface(declarationOf(expression))
  }

  function interfaceOf(type: ts.TypeNode | undefined): ts.InterfaceDeclaration {
    if (type === undefined || !ts.isTypeReferenceNode(type)) throw new Error(`${type?.getText()} has no keys`)
    return requireInterface(declarationOf(type.typeName))
  }

  function listedKeys(members: readonly ts.TypeElement[]): readonly Key[] {
    return members
      .filter(ts.isPropertySignature)
      .map((node) => ({ name: node.name.getText(), node }))
      .filter(({ name }) => !UNLISTED.has(name))
  }

  /**
   * Returns the type of unlisted keys; `undefined` for an object without an index signature, which may not have any.
   */
  function openKeys(declaration: ts.InterfaceDeclaration | ts.TypeLiteralNode): ts.TypeNode | undefined {
    return declaration.members.find(ts.isIndexSignatureDeclaration)?.type
  }

  function objectSchema(keys: readonly Key[], open: ts.TypeNode | undefined, reading: ReadingOptions): Schema {
    const required = keys.filter(
      ({ node }) => node.questionToken === undefined && !(reading.listsOptional && isList(node.type)),
    )
    return {
      type: 'object',
      properties: Object.fromEntries(keys.map(({ name, node }) => [name, keySchema(node, reading)])),
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
      ...(open !== undefined
        ? { additionalProperties: typeSchema(open, reading) }
        : !reading.open && { additionalProperties: false }),
    }
  }

  function keySchema(node: ts.PropertySignature, reading: ReadingOptions): Schema {
    const schema = typeSchema(node.type, reading)
    return { ...schema, ...limits(node, schema, patterns), ...documentation(node) }
  }

  function typeSchema(node: ts.TypeNode | undefined, reading: ReadingOptions): Schema {
    if (node === undefined) throw new Error('A key has no type')
    const inner = (type: ts.TypeNode | undefined): Schema => typeSchema(type, reading)
    switch (node.kind) {
      case ts.SyntaxKind.StringKeyword:
        return { type: 'string' }
      case ts.SyntaxKind.NumberKeyword:
        return { type: 'number' }
      case ts.SyntaxKind.BooleanKeyword:
        return { type: 'boolean' }
      case ts.SyntaxKind.UnknownKeyword:
        return {}
      default:
    }
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return inner(node.type)
    if (ts.isArrayTypeNode(node)) return { type: 'array', items: inner(node.elementType) }
    if (ts.isTupleTypeNode(node)) return tupleSchema(node.elements.map(inner))
    if (ts.isNamedTupleMember(node)) return inner(node.type)
    if (ts.isTypeLiteralNode(node)) return objectSchema(listedKeys(node.members), openKeys(node), reading)
    if (ts.isUnionTypeNode(node)) return unionSchema(node.types.map(inner))
    if (ts.isTypeReferenceNode(node)) return referenceSchema(node, reading)
    if (ts.isIndexedAccessTypeNode(node)) return indexedSchema(node, reading)
    return literalSchema(checker.getTypeFromTypeNode(node))
  }

  function referenceSchema(
    { typeName, typeArguments = undefined }: ts.TypeReferenceNode,
    reading: ReadingOptions,
  ): Schema {
    const name = typeName.getText()
    const [first, second] = typeArguments ?? []
    if (name === 'Partial') return withoutRequired(typeSchema(first, reading))
    if (name === 'Record') return recordSchema(typeSchema(first, reading), typeSchema(second, reading))
    if (name === 'Pick') return pickedSchema(first, second, reading)
    if (WRAPPER_TYPES.has(name)) return typeSchema(first, reading)
    const declaration = declarationOf(typeName)
    if (ts.isInterfaceDeclaration(declaration)) return { $ref: declaration.name.text }
    if (ts.isTypeParameterDeclaration(declaration)) return typeSchema(declaration.constraint, reading)
    if (!ts.isTypeAliasDeclaration(declaration)) throw new Error(`${name} is no type of a document`)
    const schema = typeSchema(declaration.type, reading)
    const limited = { ...schema, ...limits(declaration, schema, patterns) }
    return 'enum' in limited || 'pattern' in limited ? { ...limited, ...documentation(declaration) } : limited
  }

  function pickedSchema(
    from: ts.TypeNode | undefined,
    names: ts.TypeNode | undefined,
    reading: ReadingOptions,
  ): Schema {
    const picked = new Set([typeSchema(names, reading)].flatMap((each) => each['enum'] ?? [each['const']]))
    const keys = keysOf(interfaceOf(from)).filter(({ name }) => picked.has(name))
    return objectSchema(keys, undefined, reading)
  }

  /** Handles `Constraint['source']` and `(typeof KINDS)[number]`. */
  function indexedSchema({ objectType, indexType }: ts.IndexedAccessTypeNode, reading: ReadingOptions): Schema {
    if (indexType.kind === ts.SyntaxKind.NumberKeyword) {
      const elements = checker.getTypeArguments(checker.getTypeFromTypeNode(objectType) as ts.TypeReference)
      return unionSchema(elements.map(literalSchema))
    }
    const name = literalSchema(checker.getTypeFromTypeNode(indexType))['const']
    const key = keysOf(interfaceOf(objectType)).find((each) => each.name === name)
    return typeSchema(key?.node.type, reading)
  }

  return { schemaOf }
}

function requireInterface(
  declaration: ts.Declaration | undefined,
  name = declaration?.getText(),
): ts.InterfaceDeclaration {
  if (declaration !== undefined && ts.isInterfaceDeclaration(declaration)) return declaration
  throw new Error(`${name} is no interface that @chronicle/schema exports`)
}

/** Whether the keys of an interface come after those of the interfaces that extend it. */
function isEnding(declaration: ts.InterfaceDeclaration): boolean {
  return ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'ending')
}

function isList(type: ts.TypeNode | undefined): boolean {
  return type !== undefined && (ts.isTypeOperatorNode(type) ? isList(type.type) : ts.isArrayTypeNode(type))
}

function literalSchema(type: ts.Type): Schema {
  if (type.isStringLiteral()) return { type: 'string', const: type.value }
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { type: 'boolean', const: true }
  if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
  throw new Error('A document has texts, true and null as constants')
}
