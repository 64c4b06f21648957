import type {
  CheckOutput,
  DepsOutput,
  GrepOutput,
  HistoryOutput,
  LogOutput,
  LookupOutput,
  ReadOutput,
  ResultAsync,
  ShowOutput,
  StatusOutput,
  SummaryOutput,
} from '@chronicle/schema'
import { copyAnswer } from '../answer/copy-answer.ts'
import { fitQuestion, type BudgetedQuestion } from '../answer/fit-question.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { createPipelineOver } from '../read/create-read-pipeline.ts'
import { guardQuery } from '../read/guard-query.ts'
import { createOpenQueryContext, type QueryContext, type ReadPipelineOptions } from '../read/query-context.ts'
import type { ReadError } from '../read/read-error.ts'
import type { ReadQuery } from '../read/read-query.ts'
import { requireQuery, type QueryParts } from '../read/require-query.ts'
import { requireScorer } from '../score/named-scorer.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { answerTypeOf, type Answers } from './answer-types.ts'
import { emptyLog, emptyStatus, emptySummary, withEmptyAnswer } from './before-first-commit.ts'
import { checkChange } from './check/check-change.ts'
import type { CheckQuery } from './check/check-query.ts'
import type { DepsQuery } from './deps/deps-query.ts'
import { findDeps } from './deps/find-deps.ts'
import { findGrep } from './grep/find-grep.ts'
import type { GrepQuery } from './grep/grep-query.ts'
import { findHistory } from './history/find-history.ts'
import type { HistoryQuery } from './history/history-query.ts'
import { findLog } from './log/find-log.ts'
import type { LogQuery } from './log/log-query.ts'
import { findLookup } from './lookup/find-lookup.ts'
import type { LookupQuery } from './lookup/lookup-query.ts'
import { findShow } from './show/find-show.ts'
import type { PlaceQuery } from './place-query.ts'
import type { ShowQuery } from './show/show-query.ts'
import { findStatus } from './status/find-status.ts'
import type { StatusQuery } from './status/status-query.ts'
import { findSummary } from './summary/find-summary.ts'
import type { SummaryQuery } from './summary/summary-query.ts'

/**
 * All queries about one repository. That nothing is recorded is not an error. The queries write only derived data. An
 * answer is a copy: changing it does not change later answers.
 */
export interface Queries {
  /** Returns why code is as it is. */
  read(query: ReadQuery, options?: CallOptions): ResultAsync<ReadOutput, ReadError>
  /** Returns what depends on code, and what must change together with it. */
  deps(query: DepsQuery, options?: CallOptions): ResultAsync<DepsOutput, ReadError>
  /** Returns what was recorded about the code that a change touches, highest risk first. */
  check(query: CheckQuery, options?: CallOptions): ResultAsync<CheckOutput, ReadError>
  /**
   * Returns what to know before changing a place, in one answer: a read, its dependents, doubts, and its latest
   * history.
   */
  lookup(query: LookupQuery, options?: CallOptions): ResultAsync<LookupOutput, ReadError>
  /** Returns how the reasoning about code developed, commit by commit, under all names it has had. */
  history(query: HistoryQuery, options?: CallOptions): ResultAsync<HistoryOutput, ReadError>
  /** Returns an overview: the most recent annotation of each unit of a file, or of the files of a folder. */
  summary(query: SummaryQuery, options?: CallOptions): ResultAsync<SummaryOutput, ReadError>
  /** Returns what is recorded in the repository, how much of it is covered, and what was not shared yet. */
  status(query?: StatusQuery, options?: CallOptions): ResultAsync<StatusOutput, ReadError>
  /** Returns everything recorded for one commit, with corrections applied, and what became of its code. */
  show(query?: ShowQuery, options?: CallOptions): ResultAsync<ShowOutput, ReadError>
  /** Returns the annotated commits of a history, newest first, in pages. */
  log(query?: LogQuery, options?: CallOptions): ResultAsync<LogOutput, ReadError>
  /** Searches annotations by text, kind, tag and path. */
  grep(query: GrepQuery, options?: CallOptions): ResultAsync<GrepOutput, ReadError>
}

const ANSWER_PARTS = { format: true, maxTokens: true, remedies: true, verbose: true } as const
const PLACE_PARTS: QueryParts<PlaceQuery> = {
  ...{ file: true, anchor: true, lines: true, at: true, sources: true, historyUntil: true },
  ...ANSWER_PARTS,
}
const DEPS_PARTS: QueryParts<DepsQuery> = { ...PLACE_PARTS, maxResults: true, scanLimit: true }
const CHECK_PARTS: QueryParts<CheckQuery> = { change: true, minConfidence: true, maxFindings: true, ...ANSWER_PARTS }
const HISTORY_PARTS: QueryParts<HistoryQuery> = { ...PLACE_PARTS, limit: true, followRelated: true }
const STATUS_PARTS: QueryParts<StatusQuery> = { at: true, ...ANSWER_PARTS }
const SHOW_PARTS: QueryParts<ShowQuery> = { revision: true, at: true, ...ANSWER_PARTS }
const LOG_PARTS: QueryParts<LogQuery> = {
  ...{ range: true, paths: true, before: true, since: true, limit: true },
  ...ANSWER_PARTS,
}
const GREP_PARTS: QueryParts<GrepQuery> = {
  ...{ pattern: true, fixedStrings: true, ignoreCase: true, kinds: true, tags: true, paths: true },
  ...{ at: true, all: true, limit: true },
  ...ANSWER_PARTS,
}

/** Creates all queries over the same stages and caches. Nothing is read before the first query. */
export function createQueries(options: ReadPipelineOptions): Queries {
  const openContext = createOpenQueryContext(options)
  const tokens = options.tokens ?? bytesPerFour()
  const pipeline = createPipelineOver(openContext, options)

  /** Runs a query and trims its answer to the requested size. */
  function ask<Q extends BudgetedQuestion, O extends Answers[keyof Answers]>(
    find: (query: Q, base: QueryContext, call: CallOptions) => ResultAsync<O, ReadError>,
    parts: QueryParts<Q>,
  ): (query: Q, call?: CallOptions) => ResultAsync<O, ReadError> {
    return (query, call = {}) =>
      guardQuery(call, () =>
        requireScorer(options.scorer)
          .andThen(() => requireQuery(query, parts))
          .asyncAndThen((asked) =>
            openContext(call)
              .andThen((context) => find(asked, context, call))
              .map((answer) => copyAnswer(fitQuestion(answer, answerTypeOf(answer), asked, { tokens }))),
          ),
      )
  }

  return {
    read: (query, call) => pipeline.execute(query, call),
    deps: ask(findDeps, DEPS_PARTS),
    check: ask(checkChange, CHECK_PARTS),
    lookup: ask(findLookup, PLACE_PARTS),
    history: ask(findHistory, HISTORY_PARTS),
    summary: ask(withEmptyAnswer(findSummary, emptySummary), PLACE_PARTS),
    status: (query = {}, call) => ask(withEmptyAnswer(findStatus, emptyStatus), STATUS_PARTS)(query, call),
    show: (query = {}, call) => ask(findShow, SHOW_PARTS)(query, call),
    log: (query = {}, call) => ask(withEmptyAnswer(findLog, emptyLog), LOG_PARTS)(query, call),
    grep: ask(findGrep, GREP_PARTS),
  }
}
