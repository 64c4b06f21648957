import { prepareJavaScript } from './javascript/resolve-javascript.ts'
import { createPathIndex, nameOf } from './path-index.ts'
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
import type { LanguageResolver, PrepareResolver } from './resolver-input.ts'
import { ok, okAsync, ResultAsync, type RepoPath } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { catchDefectsOf, unexpected } from '../../failure.ts'

/** The files of one state of the repository. */
export interface ImportResolverOptions {
  /** All paths of the state. */
  readonly paths: readonly RepoPath[]
  /**
   * Reads a configuration file of the state. Returns `undefined` for a file that cannot be read as text. Called while
   * the resolver is created, for package.json, tsconfig.json, go.mod, Cargo.toml, composer.json and the like.
   */
  readonly readText: (path: RepoPath) => Promise<string | undefined> | ResultAsync<string | undefined, ContextError>
}

/** Resolves imports to files of the repository. */
export interface ImportResolver {
  /**
   * Returns the files that an import of the file `from` resolves to, without duplicates, best match first. Empty if it
   * resolves outside of the repository or cannot be resolved; never contains `from` itself. For a package whose files
   * are one unit (Go, Java's `a.b.*`), returns all its files.
   */
  resolve(from: RepoPath, facts: ImportFacts): readonly RepoPath[]
}

/**
 * Creates a resolver with the rules of each language that occurs in `paths`. Fails with `internal_error` if `readText`
 * throws.
 */
export function createImportResolver({
  paths,
  readText,
}: ImportResolverOptions): ResultAsync<ImportResolver, ContextError> {
  return catchDefectsOf(async function* () {
    const index = createPathIndex(paths)
    const present = new Set(paths.flatMap((path) => prepareOf(path) ?? []))
    const prepared = Array.from(present, (prepare) => {
      const rules = prepare(index, (path) => {
        const text = readText(path)
        return text instanceof ResultAsync ? text : ResultAsync.fromPromise(text, unexpected)
      })
      return (rules instanceof ResultAsync ? rules : okAsync(rules)).map((resolve) => [prepare, resolve] as const)
    })
    const resolvers = new Map<PrepareResolver | undefined, LanguageResolver>(yield* ResultAsync.combine(prepared))
    return ok({
      resolve: (from, facts) => {
        const found = new Set(resolvers.get(prepareOf(from))?.(from, facts))
        return [...found].flatMap((path) => (path === undefined || path === from ? [] : path))
      },
    })
  })
}

/** Returns the import rules for a file, chosen by its name alone, or `undefined` for a file without imports. */
function prepareOf(path: string): PrepareResolver | undefined {
  const name = nameOf(path)
  return BY_NAME.get(name) ?? BY_EXTENSION.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
}

function byWord(
  ...rules: readonly (readonly [prepare: PrepareResolver, words: string])[]
): ReadonlyMap<string, PrepareResolver> {
  return new Map(rules.flatMap(([prepare, words]) => words.split(' ').map((word) => [word, prepare] as const)))
}

/** Languages that can import each other's files share one set of rules. */
const BY_EXTENSION = byWord(
  [prepareJavaScript, 'js mjs cjs jsx es6 ts mts cts tsx'],
  [preparePython, 'py pyi pyw'],
  [prepareGo, 'go'],
  [prepareRust, 'rs'],
  [prepareJvm, 'java kt kts scala sc sbt'],
  [prepareCSharp, 'cs csx'],
  [preparePhp, 'php php5 php7 php8 phtml phpt'],
  [prepareRuby, 'rb rake gemspec ru podspec rbi'],
  [prepareSwift, 'swift'],
  [prepareC, 'c h cc cpp cxx c++ hh hpp hxx h++ ipp tpp inl cu cuh'],
  [prepareBash, 'sh bash zsh ksh bats'],
)

const BY_NAME = byWord(
  [prepareRuby, 'Rakefile Gemfile Guardfile Capfile'],
  [preparePython, 'SConstruct SConscript wscript'],
)
