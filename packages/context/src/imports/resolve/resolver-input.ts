import type { ImportFacts } from '../import-facts.ts'
import type { PathIndex } from './path-index.ts'
import { ResultAsync, type RepoPath } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'

/** Reads a small file of the repository; `undefined` when there is none. */
export type ReadText = (path: RepoPath) => ResultAsync<string | undefined, ContextError>

/**
 * The import rules of one language over one state of the repository: the files that an import leads to, the one meant
 * most first. `createImportResolver` leaves out `undefined`, repetitions and the importing file itself.
 */
export type LanguageResolver = (from: RepoPath, facts: ImportFacts) => readonly (RepoPath | undefined)[]

/** Prepares the rules of a language: reads the configuration that they depend on. */
export type PrepareResolver = (
  index: PathIndex,
  readText: ReadText,
) => LanguageResolver | ResultAsync<LanguageResolver, ContextError>

/** Reads files and parses each; what cannot be parsed is left out, as the language's own tools would not use it. */
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
