import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/**
 * Writes `x.d.ts` and its map for the given source files and for those whose types they need, each from that file
 * alone. `isolatedDeclarations` makes that possible, and type checking is a separate step, so a build of all packages
 * takes seconds.
 */
export async function emitDeclarations(options: {
  readonly sourceDir: string
  readonly outDir: string
  /** Paths from the folder of the package. */
  readonly entries: readonly string[]
}): Promise<void> {
  const sources = new Set(options.entries.map((entry) => relative(options.sourceDir, entry)))
  // A set visits what is added to it meanwhile.
  for (const source of sources) {
    const sourceFile = join(options.sourceDir, source)
    const target = join(options.outDir, source.replace(/\.ts$/, '.d.ts'))
    const addImported = (specifier: string): void => void sources.add(join(dirname(source), specifier))
    const { outputText, sourceMapText, diagnostics } = ts.transpileDeclaration(await readFile(sourceFile, 'utf8'), {
      fileName: source,
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ESNext,
        declaration: true,
        declarationMap: true,
        isolatedDeclarations: true,
        verbatimModuleSyntax: true,
      },
      transformers: { afterDeclarations: [pointAtJavaScript(addImported)] },
      reportDiagnostics: true,
    })
    if (diagnostics !== undefined && diagnostics.length > 0) {
      throw new Error(
        `${sourceFile}: ${diagnostics.map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n')).join('; ')}`,
      )
    }
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, outputText)
    if (sourceMapText !== undefined) {
      const map = { ...(JSON.parse(sourceMapText) as object), sources: [relative(dirname(target), sourceFile)] }
      await writeFile(`${target}.map`, JSON.stringify(map))
    }
  }
}

/**
 * Declarations are beside the JavaScript files, so `./x.ts` becomes `./x.js`. `onImport` is called with each `./x.ts`.
 */
function pointAtJavaScript(onImport: (specifier: string) => void): ts.TransformerFactory<ts.SourceFile | ts.Bundle> {
  return (context) => {
    const visit = (node: ts.Node): ts.Node => {
      if (!ts.isStringLiteral(node) || !isSpecifier(node) || !/^\.\.?\/.*\.ts$/.test(node.text))
        return ts.visitEachChild(node, visit, context)
      onImport(node.text)
      return context.factory.createStringLiteral(node.text.replace(/\.ts$/, '.js'), true)
    }
    return (root) => ts.visitEachChild(root, visit, context)
  }
}

function isSpecifier(node: ts.StringLiteral): boolean {
  const parent = ts.getOriginalNode(node).parent ?? node.parent
  if (parent === undefined) return false
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return parent.moduleSpecifier === node
  return ts.isLiteralTypeNode(parent) && parent.parent !== undefined && ts.isImportTypeNode(parent.parent)
}
