import type { ImportFacts } from '../import-facts.ts'
import type { PathIndex } from './path-index.ts'
import type { RepoPath } from '@chronicle/schema'

/** Reads a small file of the repository; `undefined` when there is none. */
export type ReadText = (path: RepoPath) => Promise<string | undefined>

/**
 * The import rules of one language over one state of the repository: the files that an import leads to, the one meant
 * most first. `createImportResolver` leaves out `undefined`, repetitions and the importing file itself.
 */
export type LanguageResolver = (from: RepoPath, facts: ImportFacts) => readonly (RepoPath | undefined)[]

/** Prepares the rules of a language: reads the configuration that they depend on. */
export type PrepareResolver = (index: PathIndex, readText: ReadText) => Promise<LanguageResolver>

/** Reads files and parses each; what cannot be parsed is left out, as the language's own tools would not use it. */
export async function readConfigs<T>(
  paths: readonly RepoPath[],
  readText: ReadText,
  parse: (text: string, path: RepoPath) => T | undefined,
): Promise<ReadonlyMap<RepoPath, T>> {
  const texts = await Promise.all(paths.map(async (path) => [path, await readText(path)] as const))
  const configs = new Map<RepoPath, T>()
  for (const [path, text] of texts) {
    const config = text === undefined ? undefined : parse(text, path)
    if (config !== undefined) configs.set(path, config)
  }
  return configs
}
