import type { CallOptions } from '@chronicle/core/contracts'
import { ok, ResultAsync, type Diagnostic, type RepoPath, type TaskQuery } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { guarded } from '../failure.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import type { FileMetadata } from '../enrich/file-metadata.ts'
import type { ImportGraph } from '../knowledge/import-graph.ts'
import type { TermMatches } from './term-matches.ts'

/** Scores of files by path: positive numbers, larger is more relevant. Files that are not in it have none. */
export type FileScores = ReadonlyMap<RepoPath, number>

/** One way to tell which files a task is about. */
export interface Signal {
  /** Key of its scores in a breakdown. */
  readonly name: string
  /**
   * Scores files. Deterministic; a signal whose data is not there returns no scores. `lists`: the scores of the signals
   * before it in the profile, by name.
   */
  score(context: SignalContext, lists: ReadonlyMap<string, FileScores>): ResultAsync<FileScores, ContextError>
}

/** What signals work with. */
export interface SignalContext {
  readonly query: TaskQuery
  readonly snapshot: KnowledgeSnapshot
  /** Where the terms of the task occur. */
  readonly matches: TermMatches
  readonly imports: ImportGraph
  /** What models say of files. Empty where no model was asked. */
  readonly metadata: ReadonlyMap<RepoPath, FileMetadata>
  readonly call: CallOptions
  /** Tells the reader of the package what it lacks, or how far it can be trusted. */
  readonly report: (diagnostic: Diagnostic) => void
  /** What was reported so far. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Makes a signal of a function. What it throws, or a promise of it rejects with, is `internal_error`. */
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
      guarded(async function* () {
        const scores = score(context, lists)
        return ok(scores instanceof ResultAsync ? yield* scores : await scores)
      }),
  }
}

/** The best `limit` of some scores; equal ones by path. */
export function best(scores: FileScores, limit: number): readonly (readonly [RepoPath, number])[] {
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(byScore)
    .slice(0, limit)
}

/** Highest first; equal ones by path. */
function byScore<T extends string>(a: readonly [T, number], b: readonly [T, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
}
