import {
  loadOnce,
  type AnnotationSource,
  type AstParser,
  type CacheStorage,
  type GitBackend,
} from '@chronicle/core/contracts'
import { omitUndefined, ResultAsync } from '@chronicle/schema'
import { heuristicSourceVersion } from '@chronicle/writer/history-version'

/** The dependencies of the history source. */
export interface HistorySourceDependencies {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly storage: CacheStorage | undefined
}

/** Creates a source of what commits say themselves, through the heuristic writer. Loaded by the first query. */
export function lazyHistorySource({ ast, git, storage }: HistorySourceDependencies): AnnotationSource {
  const loaded = loadOnce(async (): Promise<AnnotationSource> => {
    // Waits until the work of this turn has started, so that git runs while this module loads.
    await new Promise((resolve) => setImmediate(resolve))
    const { createHeuristicWriter, createHistorySource } = await import('@chronicle/writer/history')
    const writer = createHeuristicWriter()
    return createHistorySource({ git, ast, writer, ...omitUndefined({ storage }) })
  })
  return {
    name: 'history',
    origin: 'history',
    version: heuristicSourceVersion(ast),
    annotationsOf: (...args) => new ResultAsync(loaded().then((source) => source.annotationsOf(...args))),
  }
}
