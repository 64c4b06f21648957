import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { GrammarFile } from './languages.ts'
import { compileHere, type CompiledModule } from './tree/web-assembly.ts'

/**
 * Reads a file of an installed package. It is compiled on this thread: the asynchronous way waits, for seconds on small
 * machines, until V8 has optimised the grammars that are in use already.
 */
export async function loadGrammarFile(file: GrammarFile): Promise<CompiledModule> {
  const { resolve } = createRequire(import.meta.url)
  return compileHere(await readFile(resolve(`${file.package}/${file.path}`)))
}
