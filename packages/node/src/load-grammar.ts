import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { GrammarFile } from '@chronicle/ast-tree-sitter'

/**
 * Reads a grammar from its package, compiled on this thread as tree-sitter's own loader does. Resolved from where the
 * parser is installed, not from this module: bundled into a command, this code runs in a package without the grammars.
 */
export async function loadGrammar(file: GrammarFile): Promise<object> {
  const bytes = await readFile(find(file))
  const { WebAssembly } = globalThis as unknown as {
    readonly WebAssembly: { readonly Module: new (b: Uint8Array) => object }
  }
  return new WebAssembly.Module(bytes)
}

function find(file: GrammarFile): string {
  try {
    const installed = ['@chronicle/node', '@chronicle/ast-tree-sitter'].reduce<NodeJS.Require>(
      (from, name) => createRequire(from.resolve(`${name}/package.json`)),
      // Code bundled as CommonJS has no module URL.
      createRequire((import.meta as Partial<ImportMeta>).url ?? process.argv[1] ?? process.cwd()),
    )
    return installed.resolve(`${file.package}/${file.path}`)
  } catch (cause) {
    const message =
      `${file.package}/${file.path} is not installed where this program looks. If it is a bundle, leave @chronicle/node ` +
      'out of it and install it beside, or give openChronicle an ast: createTreeSitterParser({ loadGrammar })'
    throw new Error(message, { cause })
  }
}
