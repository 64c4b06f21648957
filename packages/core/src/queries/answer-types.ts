import type {
  CheckOutput,
  DepsOutput,
  GrepOutput,
  HistoryOutput,
  LogOutput,
  LookupOutput,
  ReadOutput,
  ShowOutput,
  StatusOutput,
  SummaryOutput,
} from '@chronicle/schema'
import type { AnswerType } from '../answer/answer-type.ts'
import { CHECK_ANSWER } from './check/check-answer.ts'
import { DEPS_ANSWER } from './deps/deps-answer.ts'
import { GREP_ANSWER } from './grep/grep-answer.ts'
import { HISTORY_ANSWER } from './history/history-answer.ts'
import { LOG_ANSWER } from './log/log-answer.ts'
import { LOOKUP_ANSWER } from './lookup/lookup-answer.ts'
import { READ_ANSWER } from './read/read-answer.ts'
import { SHOW_ANSWER } from './show/show-answer.ts'
import { STATUS_ANSWER } from './status/status-answer.ts'
import { SUMMARY_ANSWER } from './summary/summary-answer.ts'

type KnownAnswer =
  | CheckOutput
  | DepsOutput
  | GrepOutput
  | HistoryOutput
  | LogOutput
  | LookupOutput
  | ReadOutput
  | ShowOutput
  | StatusOutput
  | SummaryOutput

/** Every answer type, by its `$schema`. */
export type Answers = { readonly [Each in KnownAnswer as Each['$schema']]: Each }

const TYPES: { readonly [Id in keyof Answers]: AnswerType<Answers[Id]> } = {
  'chronicle-check/v1': CHECK_ANSWER,
  'chronicle-deps/v1': DEPS_ANSWER,
  'chronicle-grep/v1': GREP_ANSWER,
  'chronicle-history/v1': HISTORY_ANSWER,
  'chronicle-log/v1': LOG_ANSWER,
  'chronicle-lookup/v1': LOOKUP_ANSWER,
  'chronicle-read/v1': READ_ANSWER,
  'chronicle-show/v1': SHOW_ANSWER,
  'chronicle-status/v1': STATUS_ANSWER,
  'chronicle-summary/v1': SUMMARY_ANSWER,
}

/** Returns the definition of how an answer is rendered and trimmed. */
export function answerTypeOf<O extends KnownAnswer>({ $schema }: O): AnswerType<O> {
  return TYPES[$schema] as unknown as AnswerType<O>
}

/** Default budget in tokens of a text answer, by its `$schema`. */
export const DEFAULT_MAX_TOKENS: { readonly [Id in keyof Answers]: number } = Object.fromEntries(
  Object.entries(TYPES).map(([schema, { defaultMaxTokens }]) => [schema, defaultMaxTokens]),
) as Record<keyof Answers, number>
