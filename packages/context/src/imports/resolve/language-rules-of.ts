import { nameOf } from './path-index.ts'

/** The sets of import rules; languages that share files share the rules. */
export type LanguageRules =
  'javascript' | 'python' | 'go' | 'rust' | 'jvm' | 'csharp' | 'php' | 'ruby' | 'swift' | 'c' | 'bash'

/** Returns the import rules for a file, by its name alone. `undefined` for a file without imports. */
export function languageRulesOf(path: string): LanguageRules | undefined {
  const name = nameOf(path)
  return BY_NAME[name] ?? BY_EXTENSION.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
}

const EXTENSIONS: Readonly<Record<LanguageRules, string>> = {
  javascript: 'js mjs cjs jsx es6 ts mts cts tsx',
  python: 'py pyi pyw',
  go: 'go',
  rust: 'rs',
  jvm: 'java kt kts scala sc sbt',
  csharp: 'cs csx',
  php: 'php php5 php7 php8 phtml phpt',
  ruby: 'rb rake gemspec ru podspec rbi',
  swift: 'swift',
  c: 'c h cc cpp cxx c++ hh hpp hxx h++ ipp tpp inl cu cuh',
  bash: 'sh bash zsh ksh bats',
}

const BY_EXTENSION: ReadonlyMap<string, LanguageRules> = new Map(
  (Object.keys(EXTENSIONS) as LanguageRules[]).flatMap((rules) =>
    EXTENSIONS[rules].split(' ').map((extension) => [extension, rules] as const),
  ),
)

const BY_NAME: Readonly<Record<string, LanguageRules | undefined>> = {
  Rakefile: 'ruby',
  Gemfile: 'ruby',
  Guardfile: 'ruby',
  Capfile: 'ruby',
  SConstruct: 'python',
  SConscript: 'python',
  wscript: 'python',
}
