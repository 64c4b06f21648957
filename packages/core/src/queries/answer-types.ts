import {
  CHECK_OUTPUT_SCHEMA,
  DEPS_OUTPUT_SCHEMA,
  GREP_OUTPUT_SCHEMA,
  HISTORY_OUTPUT_SCHEMA,
  LOG_OUTPUT_SCHEMA,
  LOOKUP_OUTPUT_SCHEMA,
  READ_OUTPUT_SCHEMA,
  SHOW_OUTPUT_SCHEMA,
  STATUS_OUTPUT_SCHEMA,
  SUMMARY_OUTPUT_SCHEMA,
  type CheckOutput,
  type DepsOutput,
  type GrepOutput,
  type HistoryOutput,
  type LogOutput,
  type LookupOutput,
  type ReadOutput,
  type ShowOutput,
  type StatusOutput,
  type SummaryOutput,
} from '@chronicle/schema'
import type { AnswerType } from '../answer/answer-type.ts'
import { CHECK_ANSWER } from './check/check-answer.ts'
import { DEPS_ANSWER } from './deps/deps-answer.ts'
import { HISTORY_ANSWER } from './history/history-answer.ts'
import { LOOKUP_ANSWER } from './lookup/lookup-answer.ts'
import { READ_ANSWER } from './read/read-answer.ts'
import { GREP_ANSWER } from './grep/grep-answer.ts'
import { LOG_ANSWER } from './log/log-answer.ts'
import { SHOW_ANSWER } from './show/show-answer.ts'
import { STATUS_ANSWER } from './status/status-answer.ts'
import { SUMMARY_ANSWER } from './summary/summary-answer.ts'

/** Every answer, by its `$schema`. */
export interface Answers {
  readonly [CHECK_OUTPUT_SCHEMA]: CheckOutput
  readonly [DEPS_OUTPUT_SCHEMA]: DepsOutput
  readonly [GREP_OUTPUT_SCHEMA]: GrepOutput
  readonly [HISTORY_OUTPUT_SCHEMA]: HistoryOutput
  readonly [LOG_OUTPUT_SCHEMA]: LogOutput
  readonly [LOOKUP_OUTPUT_SCHEMA]: LookupOutput
  readonly [READ_OUTPUT_SCHEMA]: ReadOutput
  readonly [SHOW_OUTPUT_SCHEMA]: ShowOutput
  readonly [STATUS_OUTPUT_SCHEMA]: StatusOutput
  readonly [SUMMARY_OUTPUT_SCHEMA]: SummaryOutput
}

/** How each answer is shown and trimmed. */
export const ANSWER_KINDS: { readonly [Id in keyof Answers]: AnswerType<Answers[Id]> } = {
  [CHECK_OUTPUT_SCHEMA]: CHECK_ANSWER,
  [DEPS_OUTPUT_SCHEMA]: DEPS_ANSWER,
  [GREP_OUTPUT_SCHEMA]: GREP_ANSWER,
  [HISTORY_OUTPUT_SCHEMA]: HISTORY_ANSWER,
  [LOG_OUTPUT_SCHEMA]: LOG_ANSWER,
  [LOOKUP_OUTPUT_SCHEMA]: LOOKUP_ANSWER,
  [READ_OUTPUT_SCHEMA]: READ_ANSWER,
  [SHOW_OUTPUT_SCHEMA]: SHOW_ANSWER,
  [STATUS_OUTPUT_SCHEMA]: STATUS_ANSWER,
  [SUMMARY_OUTPUT_SCHEMA]: SUMMARY_ANSWER,
}
