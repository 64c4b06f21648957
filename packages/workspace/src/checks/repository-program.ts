import ts from 'typescript'
import { join } from 'node:path'
import { repositoryRoot, workspacePackages } from './workspace-packages.ts'

/** The whole repository as the type checker sees it. */
export function repositoryProgram(extraFiles: readonly string[] = []): ts.Program {
  return ts.createProgram({
    rootNames: [...workspacePackages().flatMap((pkg) => pkg.sources), ...extraFiles],
    options: compilerOptions(),
  })
}

/** The compiler options of the repository's tsconfig.json. */
export function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    readonly config: { readonly compilerOptions: object }
  }
  const { options, errors } = ts.convertCompilerOptionsFromJson(config.compilerOptions, repositoryRoot)
  if (errors.length > 0) throw new Error(errors.map((e) => ts.flattenDiagnosticMessageText(e.messageText, '\n')).join())
  return options
}
