import type { LanguageId } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'

/** The language of a path by its name alone: the whole file name first, then the extension. */
export function detectLanguage(path: RepoPath): LanguageId | undefined {
  const name = fileName(path)
  return BY_NAME.get(name) ?? BY_EXTENSION.get(extension(name) ?? '')
}

/** What a file without a grammar is called in messages: its extension, or its name when it has none. */
export function languageLabel(path: RepoPath): string {
  const name = fileName(path)
  return extension(name) ?? name
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function extension(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  return dot <= 0 || dot === name.length - 1 ? undefined : name.slice(dot + 1).toLowerCase()
}

function index(table: Readonly<Record<LanguageId, string>>): ReadonlyMap<string, LanguageId> {
  return new Map(
    Object.entries(table).flatMap(([language, keys]) => keys.split(' ').map((key) => [key, language] as const)),
  )
}

/** A `.h` file is C; the parser looks for signs of C++ in its text. */
const BY_EXTENSION = index({
  bash: 'sh bash zsh ksh bats ebuild eclass',
  c: 'c h',
  cpp: 'cc cpp cxx c++ hh hpp hxx h++ ipp tpp inl ino cu cuh',
  csharp: 'cs csx',
  go: 'go',
  java: 'java',
  javascript: 'js mjs cjs jsx es6',
  json: 'json geojson webmanifest har',
  jsonc: 'jsonc code-workspace code-snippets',
  kotlin: 'kt kts',
  php: 'php php5 php7 php8 phtml phpt',
  python: 'py pyi pyw',
  ruby: 'rb rake gemspec ru podspec rbi',
  rust: 'rs',
  scala: 'scala sc sbt',
  swift: 'swift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'ts mts cts',
  yaml: 'yaml yml',
})

const BY_NAME = index({
  bash: '.bashrc .bash_profile .bash_aliases .bash_logout .profile .zshrc .zshenv .zprofile .kshrc PKGBUILD APKBUILD',
  json: '.babelrc .jshintrc .jscsrc .arcconfig .watchmanconfig composer.lock Pipfile.lock flake.lock deno.lock',
  jsonc: '.eslintrc .swcrc tsconfig.json jsconfig.json devcontainer.json bun.lock',
  python: 'SConstruct SConscript wscript',
  ruby: 'Rakefile Gemfile Guardfile Capfile Podfile Vagrantfile Brewfile Berksfile Fastfile Appfile Dangerfile',
  toml: 'Cargo.lock poetry.lock uv.lock pdm.lock Pipfile Gopkg.lock',
  yaml: '.clang-format .clang-tidy .clangd .prettierrc .gemrc .yamllint CITATION.cff',
})
