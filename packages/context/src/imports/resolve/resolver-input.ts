import type { ImportFacts } from '../import-facts.ts'
import type { PathIndex } from './path-index.ts'
import { ResultAsync, type RepoPath } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'

/** Reads a small file of the repository. Returns `undefined` if there is none. */
export type ReadText = (path: RepoPath) => ResultAsync<string | undefined, ContextError>

/**
 * Resolves an import of one language to files of one state of the repository, best match first. `createImportResolver`
 * removes `undefined`, duplicates and the importing file itself.
 */
export type LanguageResolver = (from: RepoPath, facts: ImportFacts) => readonly (RepoPath | undefined)[]

/** Prepares the rules of a language by reading the configuration files that they depend on. */
export type PrepareResolver = (
  index: PathIndex,
  readText: ReadText,
) => LanguageResolver | ResultAsync<LanguageResolver, ContextError>

/** Reads and parses files. Files that cannot be parsed are omitted, as the language's own tools would not use them. */
export function readConfigs<T>(
  paths: readonly RepoPath[],
  readText: ReadText,
  parse: (text: string, path: RepoPath) => T | undefined,
): ResultAsync<ReadonlyMap<RepoPath, T>, ContextError> {
  return ResultAsync.combine(paths.map(readText)).map((texts) => {
    const configs = new Map<RepoPath, T>()
    for (const [index, path] of paths.entries()) {
      const text = texts[index]
      const config = text === undefined ? undefined : parse(text, path)
      if (config !== undefined) configs.set(path, config)
    }
    return configs
  })
}
