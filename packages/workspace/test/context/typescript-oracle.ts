import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import type { RepoPath } from '@chronicle/schema'

/**
 * Returns the edges that the TypeScript compiler sees between the files of a folder, each file with its nearest
 * configuration.
 */
export function compilerEdges(dir: string, paths: readonly RepoPath[]): ReadonlySet<string> {
  const root = realpathSync(dir)
  const known: ReadonlySet<string> = new Set(paths)
  const edges = new Set<string>()
  const options = new Map<string, ts.CompilerOptions>()
  const optionsOf = (folder: string): ts.CompilerOptions => {
    const cached = options.get(folder)
    if (cached !== undefined) return cached
    const made = readOptions(folder)
    options.set(folder, made)
    return made
  }
  for (const path of paths) {
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue
    const file = join(root, path)
    const add = (target: string | undefined): void => {
      const to = target === undefined ? '' : relative(root, realpathSync(target))
      if (known.has(to) && to !== path) edges.add(`${path} -> ${to}`)
    }
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    for (const { specifier, mode } of specifiersOf(source)) {
      add(
        ts.resolveModuleName(specifier, file, optionsOf(dirname(file)), ts.sys, undefined, undefined, mode)
          .resolvedModule?.resolvedFileName,
      )
    }
    for (const { fileName } of source.referencedFiles) {
      const target = join(dirname(file), fileName)
      if (ts.sys.fileExists(target)) add(target)
    }
  }
  return edges
}

function readOptions(folder: string): ts.CompilerOptions {
  const config = ['tsconfig.json', 'jsconfig.json']
    .map((name) => ts.findConfigFile(folder, ts.sys.fileExists, name))
    .filter((path) => path !== undefined)
    .sort((a, b) => dirname(b).length - dirname(a).length)[0]
  const read =
    config === undefined
      ? {}
      : ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, dirname(config))
          .options
  return {
    ...read,
    allowJs: true,
    resolveJsonModule: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
}

type Mode = ts.ResolutionMode

function specifiersOf(source: ts.SourceFile): { readonly specifier: string; readonly mode: Mode }[] {
  const found: { specifier: string; mode: Mode }[] = []
  const add = (node: ts.Node | undefined, mode: Mode): void => {
    if (node !== undefined && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, mode })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier, ts.ModuleKind.ESNext)
    else if (ts.isExternalModuleReference(node)) add(node.expression, ts.ModuleKind.CommonJS)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, ts.ModuleKind.ESNext)
    else if (ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], ts.ModuleKind.ESNext)
      else if (ts.isIdentifier(node.expression) && node.expression.text === 'require')
        add(node.arguments[0], ts.ModuleKind.CommonJS)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
