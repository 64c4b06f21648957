import type { AnnotationSource, AstParser, CacheStorage, GitBackend } from '@chronicle/core/contracts'
import { omitUndefined, ResultAsync } from '@chronicle/schema'
import { heuristicSourceVersion } from '@chronicle/writer/history-version'

/** What commits are read with. */
export interface HistorySourceDependencies {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly storage: CacheStorage | undefined
}

/** What commits say themselves, by the heuristic writer. It is loaded by the first question. */
export function lazyHistorySource({ ast, git, storage }: HistorySourceDependencies): AnnotationSource {
  let loading: Promise<AnnotationSource> | undefined
  const load = async (): Promise<AnnotationSource> => {
    // After what was begun in this turn: git works while this loads.
    await new Promise((resolve) => setImmediate(resolve))
    const { createHeuristicWriter, createHistorySource } = await import('@chronicle/writer/history')
    const writer = createHeuristicWriter()
    return createHistorySource({ git, ast, writer, ...omitUndefined({ storage }) })
  }
  return {
    name: 'history',
    origin: 'history',
    version: heuristicSourceVersion(ast),
    annotationsOf: (...args) => new ResultAsync((loading ??= load()).then((source) => source.annotationsOf(...args))),
  }
}
