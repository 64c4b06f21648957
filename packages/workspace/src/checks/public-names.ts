import ts from 'typescript'
import { entrySources, repositoryPath, type WorkspacePackage } from './workspace-packages.ts'

/** A name that a package exports. */
export interface PublicName {
  readonly entry: string
  readonly name: string
  /** `value`, `type`, or both for one name, as for a class. */
  readonly kind: 'value' | 'type' | 'value and type'
  /** Path and line of the declaration. */
  readonly declaredAt: string
  readonly documented: boolean
}

/** Returns every public name of a package, by entry, then by name. */
export function publicNames(pkg: WorkspacePackage, program: ts.Program): readonly PublicName[] {
  const checker = program.getTypeChecker()
  return [...entrySources(pkg)].flatMap(([entry, file]) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) return []
    return checker
      .getExportsOfModule(module)
      .map((symbol) => describe(entry, symbol, checker))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  })
}

function describe(entry: string, exported: ts.Symbol, checker: ts.TypeChecker): PublicName {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
  // `export type { SomeClass }` exports only the type of a class.
  const typeOnly =
    exported.declarations?.some((d) => ts.isExportSpecifier(d) && ts.isTypeOnlyExportDeclaration(d)) === true
  const isType = (symbol.flags & ts.SymbolFlags.Type) !== 0
  const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0 && !typeOnly
  const declaration = symbol.declarations?.[0]
  return {
    entry,
    name: exported.name,
    kind: isType && isValue ? 'value and type' : isType ? 'type' : 'value',
    declaredAt: declaration === undefined ? '' : position(declaration),
    documented: symbol.getDocumentationComment(checker).length > 0,
  }
}

function position(node: ts.Node): string {
  const file = node.getSourceFile()
  return `${repositoryPath(file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
