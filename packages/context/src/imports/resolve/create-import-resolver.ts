import { prepareJavaScript } from './javascript/resolve-javascript.ts'
import { type LanguageRules, languageRulesOf } from './language-rules-of.ts'
import { createPathIndex } from './path-index.ts'
import { preparePython } from './python/resolve-python.ts'
import { prepareBash } from './resolve-bash.ts'
import { prepareC } from './resolve-c.ts'
import { prepareCSharp } from './resolve-csharp.ts'
import { prepareGo } from './resolve-go.ts'
import { prepareJvm } from './resolve-jvm.ts'
import { preparePhp } from './resolve-php.ts'
import { prepareRuby } from './resolve-ruby.ts'
import { prepareRust } from './rust/resolve-rust.ts'
import { prepareSwift } from './resolve-swift.ts'
import type { ImportFacts } from '../import-facts.ts'
import type { LanguageResolver, PrepareResolver, ReadText } from './resolver-input.ts'
import type { RepoPath, ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { attempt } from '../../failure.ts'

/** One state of the repository. */
export interface ImportResolverOptions {
  /** All paths of the state. */
  readonly paths: readonly RepoPath[]
  /**
   * Reads a configuration file of the state; `undefined` for one that cannot be read as text. Called while the resolver
   * is made, for package.json, tsconfig.json, go.mod, Cargo.toml, composer.json and the like.
   */
  readonly readText: ReadText
}

/** Says which files of the repository an import leads to. */
export interface ImportResolver {
  /**
   * Returns the files that an import of the file `from` leads to, each once, the one meant most first. Empty when it
   * leads outside of the repository or cannot be told; never `from` itself. A package whose files are one unit (Go,
   * Java's `a.b.*`) gives all of them.
   */
  resolve(from: RepoPath, facts: ImportFacts): readonly RepoPath[]
}

/** Creates a resolver by the rules of each language that the paths are in. `internal_error` when `readText` throws. */
export function createImportResolver(options: ImportResolverOptions): ResultAsync<ImportResolver, ContextError> {
  return attempt(async () => prepareResolver(options))
}

async function prepareResolver({ paths, readText }: ImportResolverOptions): Promise<ImportResolver> {
  const index = createPathIndex(paths)
  const present = new Set(paths.flatMap((path) => languageRulesOf(path) ?? []))
  const prepared = await Promise.all(
    Array.from(present, async (rules) => [rules, await PREPARE[rules](index, readText)] as const),
  )
  const resolvers = new Map<string, LanguageResolver>(prepared)
  return {
    resolve: (from, facts) => {
      const found = new Set(resolvers.get(languageRulesOf(from) ?? '')?.(from, facts))
      return [...found].flatMap((path) => (path === undefined || path === from ? [] : path))
    },
  }
}

const PREPARE = {
  javascript: prepareJavaScript,
  python: preparePython,
  go: prepareGo,
  rust: prepareRust,
  jvm: prepareJvm,
  csharp: prepareCSharp,
  php: preparePhp,
  ruby: prepareRuby,
  swift: prepareSwift,
  c: prepareC,
  bash: prepareBash,
} satisfies Readonly<Record<LanguageRules, PrepareResolver>>
