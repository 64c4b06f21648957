import type { GrammarFile } from './languages.ts'
import { compileHere, type CompiledModule } from './tree/web-assembly.ts'

/**
 * Reads and compiles a file of an installed package. It is compiled on this thread: asynchronous compilation waits, for
 * seconds on small machines, until V8 has optimised the grammars that are already in use.
 *
 * Node's modules are looked up at run time and not imported, because a bundler for browsers would try to resolve them.
 */
export async function loadGrammarFile(file: GrammarFile): Promise<CompiledModule> {
  const host = (globalThis as { readonly process?: Partial<NodeJS.Process> }).process
  if (host?.getBuiltinModule === undefined)
    throw new Error('installed packages are found in Node; pass loadGrammar here')
  const { readFile } = host.getBuiltinModule('node:fs/promises')
  const { resolve } = host.getBuiltinModule('node:module').createRequire(import.meta.url)
  return compileHere(await readFile(resolve(`${file.package}/${file.path}`)))
}
