import type { LanguageId } from '@chronicle/core/contracts'

/** A WebAssembly file inside an npm package. */
export interface GrammarFile {
  /** `@vscode/tree-sitter-wasm` */
  readonly package: string
  /** Relative to the package's folder. */
  readonly path: string
}

/** The file of the tree-sitter runtime itself. It is loaded before the first grammar. */
export const RUNTIME_FILE: GrammarFile = { package: 'web-tree-sitter', path: 'web-tree-sitter.wasm' }

const vscode = (name: string): GrammarFile => ({
  package: '@vscode/tree-sitter-wasm',
  path: `wasm/tree-sitter-${name}.wasm`,
})

/** A grammar that this package brings itself: see `vendored-grammars.json`. */
const vendored = (name: string): GrammarFile => ({
  package: '@chronicle/ast-tree-sitter',
  path: `grammars/tree-sitter-${name}.wasm`,
})

/** Where the grammar of a language is. Where two packages have it, the newer one, or the smaller of equals. */
export const GRAMMAR_FILES: Readonly<Record<LanguageId, GrammarFile>> = {
  bash: vscode('bash'),
  c: vendored('c'),
  cpp: vendored('cpp'),
  csharp: vscode('c-sharp'),
  go: vscode('go'),
  java: vscode('java'),
  javascript: vscode('javascript'),
  kotlin: vendored('kotlin'),
  php: vscode('php'),
  python: vscode('python'),
  ruby: vscode('ruby'),
  rust: vscode('rust'),
  scala: vendored('scala'),
  swift: vendored('swift'),
  tsx: vscode('tsx'),
  typescript: vscode('typescript'),
}
