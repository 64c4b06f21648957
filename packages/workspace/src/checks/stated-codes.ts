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

/** Codes of diagnostics: the `code` of every object literal that has a `severity` too. */
export function diagnosticCodes(program: ts.Program): StatedCodes {
  const codes = new Map<string, string>()
  forEachNode(program, (node, checker) => {
    if (!ts.isObjectLiteralExpression(node)) return
    const property = (name: string): ts.ObjectLiteralElementLike | undefined =>
      node.properties.find((p) => p.name?.getText() === name)
    const code = property('code')
    if (code === undefined || property('severity') === undefined) return
    const value = ts.isPropertyAssignment(code) ? code.initializer : (code.name ?? code)
    add(codes, value, literals(checker.getTypeAtLocation(value)))
  })
  return codes
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
