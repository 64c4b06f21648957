import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { GrammarFile } from '@chronicle/ast-tree-sitter'

/**
 * Reads a grammar from the package that has it, compiled on this thread as tree-sitter's own loader does. It is looked
 * up from where the parser is installed and not from where this code runs: bundled into a command, it runs in a
 * package that cannot see the grammars.
 */
export async function loadGrammar(file: GrammarFile): Promise<object> {
  const installed = ['@chronicle/node', '@chronicle/ast-tree-sitter'].reduce<NodeJS.Require>(
    (from, name) => createRequire(from.resolve(`${name}/package.json`)),
    createRequire(import.meta.url),
  )
  const bytes = await readFile(installed.resolve(`${file.package}/${file.path}`))
  const { WebAssembly } = globalThis as unknown as {
    readonly WebAssembly: { readonly Module: new (b: Uint8Array) => object }
  }
  return new WebAssembly.Module(bytes)
}
