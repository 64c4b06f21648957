import { err, ok, omitUndefined, safeTry, type CommitId, type Result, type ResultAsync } from '@chronicle/schema'
import {
  codedError,
  createSingleFlight,
  type AnnotationSource,
  type AnnotationSourceError,
  type AstParser,
  type CacheStorage,
  type CallOptions,
  type GitBackend,
  type SourcedAnnotations,
  type SourcedCommit,
  type SourceOptions,
} from '@chronicle/core/contracts'
import type { AnnotationWriter } from '../annotation-writer.ts'
import { gatherCommit, gatherCommits, type GatheredCommit, type GatherOptions } from '../gather/gather-commits.ts'
import { isFatal } from '../run/fatal-errors.ts'
import { DEFAULT_MAX_DIFF_LINES } from '../run/max-diff-lines.ts'
import { skipByChanges } from '../run/skip-reason.ts'
import { askWriter, failedCommit, type CheckAnnotation, type CommitAnswer } from './ask-writer.ts'
import { historyAnswerKey } from './history-answer-key.ts'
import { createKnownAnswers } from './known-answers.ts'

/** Options of `createHistorySource`. */
export interface HistorySourceOptions {
  readonly git: GitBackend
  /** Absent: inferred regions have lines and files, but no units. */
  readonly ast?: AstParser | undefined
  readonly writer: AnnotationWriter
  /**
   * Validates the writer's annotations, for a writer that repeats what others say, such as a model. A refusal becomes a
   * diagnostic of the commit. Absent: the writer always returns valid annotations.
   */
  readonly check?: CheckAnnotation | undefined
  /** Persistent cache of the answers. Absent: memory only. */
  readonly storage?: CacheStorage | undefined
  /** Maximum number of changed lines; commits with more are skipped. Default 2,000. */
  readonly maxDiffLines?: number | undefined
}

/** Number of commits gathered at once. It is small, so that a query that ends early wastes little. */
const COMMITS_AT_ONCE = 8

/**
 * Creates a source that asks a writer about commits at query time. Answers are only stored in the cache, by commit id
 * and by name and version of the writer. Merges without changes of their own, and other commits that a writer run would
 * skip, have no annotation.
 */
export function createHistorySource(options: HistorySourceOptions): AnnotationSource {
  const { ast, check, git, maxDiffLines = DEFAULT_MAX_DIFF_LINES, storage, writer } = options
  const maker = historyAnswerKey({ writer, ast, maxDiffLines })
  const known = createKnownAnswers(storage, maker)
  const seams = { git, ...omitUndefined({ ast }) }
  const share = createSingleFlight<ReadonlyMap<CommitId, SourcedCommit>, AnnotationSourceError>()

  function ask(
    commits: readonly CommitId[],
    options: SourceOptions,
  ): ResultAsync<SourcedAnnotations, AnnotationSourceError> {
    return safeTry(async function* () {
      const { maxCommits = Infinity, until, ...call } = options
      if (call.signal?.aborted === true) return err(aborted())
      const wanted = [...new Set(commits)]
      const answers = new Map(await known.find(wanted))
      const costly = wanted.filter((commit) => !answers.has(commit)).slice(0, Math.max(0, maxCommits))
      // A query with its own deadline does not wait for others.
      const learnt =
        until === undefined && costly.length > 0
          ? yield* share(costly.join(' '), call, (all) => askWriterAndCache(costly, all))
          : yield* askWriterAndCache(costly, call, until)
      for (const [commit, answer] of learnt) answers.set(commit, answer)
      const inOrder = wanted.flatMap((commit): [CommitId, SourcedCommit][] => {
        const answer = answers.get(commit)
        return answer === undefined ? [] : [[commit, answer]]
      })
      return ok({ commits: new Map(inOrder), unasked: wanted.filter((commit) => !answers.has(commit)) })
    })
  }

  /** Asks the writer about commits, and caches the answers that last. */
  function askWriterAndCache(
    commits: readonly CommitId[],
    call: CallOptions,
    until?: AbortSignal,
  ): ResultAsync<ReadonlyMap<CommitId, SourcedCommit>, AnnotationSourceError> {
    return safeTry(async function* () {
      const answers = new Map<CommitId, SourcedCommit>()
      const lasting = new Map<CommitId, SourcedCommit>()
      let failed: AnnotationSourceError | undefined
      for await (const answered of askInTurn(commits, call, () => until?.aborted === true)) {
        if (answered.isErr()) {
          failed = answered.error
          break
        }
        const { answer, commit, isLasting } = answered.value
        answers.set(commit, answer)
        if (isLasting) lasting.set(commit, answer)
        call.onProgress?.({ step: 'reading what commits say', done: answers.size, total: commits.length })
      }
      // Answers found before a failure are still valid.
      if (lasting.size > 0) await known.add(lasting)
      return failed === undefined ? ok(answers) : err(failed)
    })
  }

  async function* askInTurn(
    commits: readonly CommitId[],
    call: CallOptions,
    isOver: () => boolean,
  ): AsyncGenerator<Result<CommitAnswer, AnnotationSourceError>> {
    const gathering: GatherOptions = {
      ...omitUndefined({ signal: call.signal }),
      commitsAtOnce: COMMITS_AT_ONCE,
      skip: (commit, changes) => skipByChanges(commit, changes, { maxDiffLines }),
    }
    let left = commits
    if (left.length === 0 || isOver()) return
    for await (const gathered of gatherCommits(seams, commits, gathering)) {
      if (isOver()) return
      if (gathered.isErr()) {
        if (isFatal(gathered.error)) yield err(gathered.error)
        else yield* askOneByOne(left, gathering, isOver)
        return
      }
      left = left.filter((commit) => commit !== gathered.value.commit)
      yield await answerOf(gathered.value, call)
    }
  }

  /** Asks about the commits one by one after one could not be read. */
  async function* askOneByOne(
    commits: readonly CommitId[],
    gathering: GatherOptions,
    isOver: () => boolean,
  ): AsyncGenerator<Result<CommitAnswer, AnnotationSourceError>> {
    for (const commit of commits) {
      if (isOver()) return
      const gathered = await gatherCommit(seams, commit, gathering)
      if (gathered.isOk()) yield await answerOf(gathered.value, gathering)
      else yield isFatal(gathered.error) ? err(gathered.error) : ok(failedCommit(commit, gathered.error))
    }
  }

  function answerOf(gathered: GatheredCommit, call: CallOptions): ResultAsync<CommitAnswer, AnnotationSourceError> {
    return safeTry(async function* () {
      const answer = await askWriter(gathered, { writer, check }, omitUndefined({ signal: call.signal }))
      if (call.signal?.aborted === true) return err(aborted())
      if (answer.isOk()) return ok(answer.value)
      const { error } = answer
      return isFatal(error) && error.code !== 'invalid_annotation'
        ? err(error)
        : ok(failedCommit(gathered.commit, error))
    })
  }

  return {
    name: 'history',
    origin: 'history',
    ...(writer.version !== undefined && { version: maker }),
    annotationsOf: (commits, options = {}) => ask(commits, options),
  }
}

function aborted(): AnnotationSourceError {
  return codedError('aborted', 'Reading what commits say was aborted.')
}
