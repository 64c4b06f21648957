import ts from 'typescript'
import { isTest, publishedPackages } from './workspace-packages.ts'

/** A code that the sources can give to a user, and a place where they do. */
export type StatedCodes = ReadonlyMap<string, string>

/** Codes of errors: every member of the `code` of every type `CodedError<…>`, and what `codedError` is called with. */
export function errorCodes(program: ts.Program): StatedCodes {
  const codes = new Map<string, string>()
  forEachNode(program, (node, checker) => {
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
 * Codes of diagnostics: the `code` beside a `severity`, or beside a `message` alone, in every object literal. Where it
 * is a parameter, what the function is called with.
 */
export function diagnosticCodes(program: ts.Program): StatedCodes {
  const errors = errorCodes(program)
  const codes = new Map<string, string>()
  forEachNode(program, (node, checker) => {
    if (!ts.isObjectLiteralExpression(node)) return
    const property = (name: string): ts.ObjectLiteralElementLike | undefined =>
      node.properties.find((p) => p.name?.getText() === name)
    const code = property('code')
    if (code === undefined || property('message') === undefined) return
    const found = codesOf(code, checker)
    // An error has a code and a message too.
    add(codes, code, property('severity') === undefined ? found.filter((name) => !errors.has(name)) : found)
  })
  return codes
}

function codesOf(code: ts.ObjectLiteralElementLike, checker: ts.TypeChecker): readonly string[] {
  if (ts.isPropertyAssignment(code)) return literals(checker.getTypeAtLocation(code.initializer))
  const value = ts.isShorthandPropertyAssignment(code)
    ? checker.getShorthandAssignmentValueSymbol(code)?.valueDeclaration
    : undefined
  if (value === undefined || !ts.isParameter(value)) return []
  return [...literals(checker.getTypeAtLocation(value)), ...argumentsFor(value, checker)]
}

/** The literals that stand for a parameter where its function is called, in the same file. */
function argumentsFor(parameter: ts.ParameterDeclaration, checker: ts.TypeChecker): readonly string[] {
  const position = parameter.parent.parameters.findIndex((p) => p === parameter)
  const values: string[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const argument = node.arguments[position]
      const called = checker.getResolvedSignature(node)?.getDeclaration()
      if (argument !== undefined && called === parameter.parent)
        values.push(...literals(checker.getTypeAtLocation(argument)))
    }
    ts.forEachChild(node, walk)
  }
  walk(parameter.getSourceFile())
  return values
}

function forEachNode(program: ts.Program, visit: (node: ts.Node, checker: ts.TypeChecker) => void): void {
  const checker = program.getTypeChecker()
  const walk = (node: ts.Node): void => {
    visit(node, checker)
    ts.forEachChild(node, walk)
  }
  for (const file of publishedPackages().flatMap((pkg) => pkg.sources)) {
    const source = isTest(file) ? undefined : program.getSourceFile(file)
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
