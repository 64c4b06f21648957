/** Raised whenever the rules or the recovery from syntax errors change an outline. */
const RULES = 'rules-1'

/** What tells cached outlines apart. A test compares the packages with `package.json`. */
export const OUTLINE_VERSION: string = [
  RULES,
  '@repomix/tree-sitter-wasms@0.1.17',
  '@tree-sitter-grammars/tree-sitter-kotlin@1.1.0',
  '@vscode/tree-sitter-wasm@0.3.1',
  'jsonc-parser@3.3.1',
  'smol-toml@1.9.1',
  'tree-sitter-scala@0.24.0',
  'web-tree-sitter@0.27.1',
  'yaml@2.9.1',
].join(' ')
