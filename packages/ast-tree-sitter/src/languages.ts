import type { LanguageId } from '@chronicle/core/contracts'

/** A WebAssembly file inside an npm package. */
export interface GrammarFile {
  /** `@vscode/tree-sitter-wasm` */
  readonly package: string
  /** Path relative to the package's folder. */
  readonly path: string
}

/** The file names by which a language is detected, and the grammar that outlines it. */
export interface Language {
  /** Absent for formats of configuration files, which have parsers of their own. */
  readonly grammar?: GrammarFile
  /** The file that `grammar` is a copy of. Absent: the grammar is loaded from the package that it comes from. */
  readonly copyOf?: GrammarFile
  /** File extensions, separated by spaces. */
  readonly extensions: string
  /** Whole file names, matched before extensions. */
  readonly names?: string
}

/** The file of the tree-sitter runtime. It is loaded before the first grammar. */
export const RUNTIME_FILE: GrammarFile = { package: 'web-tree-sitter', path: 'web-tree-sitter.wasm' }

const vscode = (name: string): GrammarFile => ({
  package: '@vscode/tree-sitter-wasm',
  path: `wasm/tree-sitter-${name}.wasm`,
})

/** Returns a grammar that this package contains as a copy; see `copy-grammars.ts` for the reason. */
const vendored = (name: string, copyOf: GrammarFile): Pick<Language, 'grammar' | 'copyOf'> => ({
  grammar: { package: '@chronicle/ast-tree-sitter', path: `grammars/tree-sitter-${name}.wasm` },
  copyOf,
})

/**
 * Every language that can be outlined. If two packages have its grammar, the newer one is used, or the smaller one if
 * they are equal.
 */
export const LANGUAGES: Readonly<Record<LanguageId, Language>> = {
  bash: {
    grammar: vscode('bash'),
    extensions: 'sh bash zsh ksh bats ebuild eclass',
    names:
      '.bashrc .bash_profile .bash_aliases .bash_logout .profile .zshrc .zshenv .zprofile .kshrc PKGBUILD APKBUILD',
  },
  // A `.h` file is C; the parser looks for signs of C++ in its text.
  c: { ...vendored('c', { package: '@repomix/tree-sitter-wasms', path: 'out/tree-sitter-c.wasm' }), extensions: 'c h' },
  cpp: {
    ...vendored('cpp', { package: '@repomix/tree-sitter-wasms', path: 'out/tree-sitter-cpp.wasm' }),
    extensions: 'cc cpp cxx c++ hh hpp hxx h++ ipp tpp inl ino cu cuh',
  },
  csharp: { grammar: vscode('c-sharp'), extensions: 'cs csx' },
  go: { grammar: vscode('go'), extensions: 'go' },
  java: { grammar: vscode('java'), extensions: 'java' },
  javascript: { grammar: vscode('javascript'), extensions: 'js mjs cjs jsx es6' },
  json: {
    extensions: 'json geojson webmanifest har',
    names: '.babelrc .jshintrc .jscsrc .arcconfig .watchmanconfig composer.lock Pipfile.lock flake.lock deno.lock',
  },
  jsonc: {
    extensions: 'jsonc code-workspace code-snippets',
    names: '.eslintrc .swcrc tsconfig.json jsconfig.json devcontainer.json bun.lock',
  },
  kotlin: {
    ...vendored('kotlin', { package: '@tree-sitter-grammars/tree-sitter-kotlin', path: 'tree-sitter-kotlin.wasm' }),
    extensions: 'kt kts',
  },
  php: { grammar: vscode('php'), extensions: 'php php5 php7 php8 phtml phpt' },
  python: { grammar: vscode('python'), extensions: 'py pyi pyw', names: 'SConstruct SConscript wscript' },
  ruby: {
    grammar: vscode('ruby'),
    extensions: 'rb rake gemspec ru podspec rbi',
    names: 'Rakefile Gemfile Guardfile Capfile Podfile Vagrantfile Brewfile Berksfile Fastfile Appfile Dangerfile',
  },
  rust: { grammar: vscode('rust'), extensions: 'rs' },
  scala: {
    ...vendored('scala', { package: 'tree-sitter-scala', path: 'tree-sitter-scala.wasm' }),
    extensions: 'scala sc sbt',
  },
  swift: {
    ...vendored('swift', { package: '@repomix/tree-sitter-wasms', path: 'out/tree-sitter-swift.wasm' }),
    extensions: 'swift',
  },
  toml: { extensions: 'toml', names: 'Cargo.lock poetry.lock uv.lock pdm.lock Pipfile Gopkg.lock' },
  tsx: { grammar: vscode('tsx'), extensions: 'tsx' },
  typescript: { grammar: vscode('typescript'), extensions: 'ts mts cts' },
  yaml: {
    extensions: 'yaml yml',
    names: '.clang-format .clang-tidy .clangd .prettierrc .gemrc .yamllint CITATION.cff',
  },
}
