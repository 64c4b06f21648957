/**
 * Rules first, then the packages that trees come from. Raise the first part whenever an outline changes; a test
 * compares the rest with `package.json`.
 */
export const OUTLINE_VERSION: string = [
  'rules-1',
  'web-tree-sitter@0.27.1',
  '@vscode/tree-sitter-wasm@0.3.1',
  '@repomix/tree-sitter-wasms@0.1.17',
  '@tree-sitter-grammars/tree-sitter-kotlin@1.1.0',
  'tree-sitter-scala@0.24.0',
  'jsonc-parser@3.3.1',
  'yaml@2.9.1',
  'smol-toml@1.9.1',
].join(' ')
