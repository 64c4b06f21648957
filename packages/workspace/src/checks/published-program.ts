import ts from 'typescript'
import { join } from 'node:path'
import { isTest, publishedPackages, repositoryRoot } from './workspace-packages.ts'

/** Returns a program of the published sources, without tests, for the type checker. */
export function publishedProgram(): ts.Program {
  const sources = publishedPackages().flatMap((pkg) => pkg.sources)
  return ts.createProgram({ rootNames: sources.filter((file) => !isTest(file)), options: compilerOptions() })
}

/** Returns the compiler options of the repository's tsconfig.json. */
export function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    readonly config: { readonly compilerOptions: object }
  }
  const { options, errors } = ts.convertCompilerOptionsFromJson(config.compilerOptions, repositoryRoot)
  if (errors.length > 0) throw new Error(errors.map((e) => ts.flattenDiagnosticMessageText(e.messageText, '\n')).join())
  return options
}
