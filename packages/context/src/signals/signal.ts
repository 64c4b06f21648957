import type { CallOptions } from '@chronicle/core/contracts'
import { catchDefects, ok, ResultAsync, type Diagnostic, type RepoPath, type TaskQuery } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { unexpected } from '../failure.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import type { FileMetadata } from '../enrich/file-metadata.ts'
import type { ImportGraph } from '../knowledge/import-graph.ts'
import type { TermMatches } from './term-matches.ts'

/** Scores of files by path: positive numbers, higher is more relevant. Files without a score are absent. */
export type FileScores = ReadonlyMap<RepoPath, number>

/** A way to find the files that a task is about. */
export interface Signal {
  /** Key of the signal's scores in a breakdown. */
  readonly name: string
  /**
   * Scores files. Must be deterministic. A signal without data returns no scores. `lists`: the scores of the earlier
   * signals in the profile, by name.
   */
  score(context: SignalContext, lists: ReadonlyMap<string, FileScores>): ResultAsync<FileScores, ContextError>
}

/** The input of signals. */
export interface SignalContext {
  readonly query: TaskQuery
  readonly snapshot: KnowledgeSnapshot
  /** Where the terms of the task occur. */
  readonly matches: TermMatches
  readonly imports: ImportGraph
  /** Metadata of files from a language model. Empty if no model was asked. */
  readonly metadata: ReadonlyMap<RepoPath, FileMetadata>
  readonly call: CallOptions
  /** Adds a diagnostic to the package: what it lacks, or how far the reader can trust it. */
  readonly report: (diagnostic: Diagnostic) => void
  /** The diagnostics reported so far. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Creates a signal from a function. If the function throws or its promise rejects, the signal fails with
 * `internal_error`.
 */
export function signal(
  name: string,
  score: (
    context: SignalContext,
    lists: ReadonlyMap<string, FileScores>,
  ) => ResultAsync<FileScores, ContextError> | Promise<FileScores> | FileScores,
): Signal {
  return {
    name,
    score: (context, lists) =>
      catchDefects(
        async () => {
          const scores = score(context, lists)
          return scores instanceof ResultAsync ? await scores : ok(await scores)
        },
        (cause) => unexpected(cause, `signal ${name}`),
      ),
  }
}

/** Returns the `limit` highest scores. Ties are ordered by path. */
export function topScores(scores: FileScores, limit: number): readonly (readonly [RepoPath, number])[] {
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(byScore)
    .slice(0, limit)
}

/** Orders by descending score, ties by path. */
function byScore<T extends string>(a: readonly [T, number], b: readonly [T, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
}
