import ts from 'typescript'
import { isTest, publishedPackages } from './workspace-packages.ts'

/** Codes that the sources can return to a user, each with a place in the sources. */
export type CodeLocations = ReadonlyMap<string, string>

/**
 * Returns the codes of errors: every member of the `code` of every type `CodedError<…>`, and the codes passed to
 * `codedError`.
 */
export function errorCodes(program: ts.Program, files: readonly string[] = published()): CodeLocations {
  const codes = new Map<string, string>()
  forEachNode(program, files, (node, checker) => {
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'CodedError') {
      add(codes, node, literals(checker.getTypeFromTypeNode(node.typeArguments?.[0] ?? node)))
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'codedError') {
      const [code] = node.arguments
      if (code !== undefined) add(codes, code, literals(checker.getTypeAtLocation(code)))
    }
  })
  return codes
}

/**
 * Returns the codes of diagnostics: the `code` beside a `severity`, or beside a `message` alone, in every object
 * literal. If the code is a parameter, or a property of one, returns the arguments that any call passes.
 */
export function diagnosticCodes(program: ts.Program, files: readonly string[] = published()): CodeLocations {
  const errors = errorCodes(program, files)
  const codes = new Map<string, string>()
  const given: CodeParameter[] = []
  forEachNode(program, files, (node, checker) => {
    if (!ts.isObjectLiteralExpression(node)) return
    const code = propertyOf(node, 'code')
    if (code === undefined || propertyOf(node, 'message') === undefined) return
    const isDiagnostic = propertyOf(node, 'severity') !== undefined
    const found = literals(checker.getTypeAtLocation(valueOf(code)))
    // Errors also have a code and a message.
    add(codes, code, isDiagnostic ? found : found.filter((name) => !errors.has(name)))
    const parameter = isDiagnostic ? givenCode(code, checker) : undefined
    if (parameter !== undefined) given.push(parameter)
  })
  forEachNode(program, files, (node, checker) => {
    if (!ts.isCallExpression(node)) return
    const called = checker.getResolvedSignature(node)?.getDeclaration()
    for (const { of, position, property } of given) {
      const argument = called === of ? node.arguments[position] : undefined
      if (argument === undefined) continue
      const value = property === undefined ? argument : propertyArgument(argument, property)
      if (value !== undefined) add(codes, value, literals(checker.getTypeAtLocation(value)))
    }
  })
  return codes
}

/** A code passed to a function, as a parameter or as a property of a destructured one. */
interface CodeParameter {
  readonly of: ts.SignatureDeclaration
  readonly position: number
  readonly property?: string
}

function givenCode(code: ts.ObjectLiteralElementLike, checker: ts.TypeChecker): CodeParameter | undefined {
  const declaration = ts.isShorthandPropertyAssignment(code)
    ? checker.getShorthandAssignmentValueSymbol(code)?.valueDeclaration
    : undefined
  if (declaration === undefined) return undefined
  const isPart = ts.isBindingElement(declaration)
  const parameter = isPart ? declaration.parent.parent : declaration
  if (!ts.isParameter(parameter)) return undefined
  const of = parameter.parent
  const position = of.parameters.findIndex((each) => each === parameter)
  return isPart
    ? { of, position, property: (declaration.propertyName ?? declaration.name).getText() }
    : { of, position }
}

function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return node.properties.find((property) => property.name?.getText() === name)
}

function propertyArgument(argument: ts.Expression, name: string): ts.Node | undefined {
  const property = ts.isObjectLiteralExpression(argument) ? propertyOf(argument, name) : undefined
  return property === undefined ? undefined : valueOf(property)
}

function valueOf(property: ts.ObjectLiteralElementLike): ts.Node {
  return ts.isPropertyAssignment(property) ? property.initializer : property
}

function published(): readonly string[] {
  return publishedPackages()
    .flatMap((pkg) => pkg.sources)
    .filter((file) => !isTest(file))
}

function forEachNode(
  program: ts.Program,
  files: readonly string[],
  visit: (node: ts.Node, checker: ts.TypeChecker) => void,
): void {
  const checker = program.getTypeChecker()
  const walk = (node: ts.Node): void => {
    visit(node, checker)
    ts.forEachChild(node, walk)
  }
  for (const file of files) {
    const source = program.getSourceFile(file)
    if (source !== undefined) walk(source)
  }
}

function literals(type: ts.Type): readonly string[] {
  const members = type.isUnion() ? type.types : [type]
  return members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []))
}

function add(codes: Map<string, string>, node: ts.Node, values: readonly string[]): void {
  const file = node.getSourceFile()
  const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
  for (const value of values) if (!codes.has(value)) codes.set(value, `${file.fileName}:${line}`)
}
