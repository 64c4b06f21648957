import {
  CHECK_OUTPUT_SCHEMA,
  DEPS_OUTPUT_SCHEMA,
  HISTORY_OUTPUT_SCHEMA,
  LOOKUP_OUTPUT_SCHEMA,
  READ_OUTPUT_SCHEMA,
  SUMMARY_OUTPUT_SCHEMA,
  type CheckOutput,
  type DepsOutput,
  type HistoryOutput,
  type LookupOutput,
  type ReadOutput,
  type SummaryOutput,
} from '@chronicle/schema'
import type { AnswerKind } from '../answer/answer-kind.ts'
import { CHECK_ANSWER } from './check/check-answer.ts'
import { DEPS_ANSWER } from './deps/deps-answer.ts'
import { HISTORY_ANSWER } from './history/history-answer.ts'
import { LOOKUP_ANSWER } from './lookup/lookup-answer.ts'
import { READ_ANSWER } from './read/read-answer.ts'
import { SUMMARY_ANSWER } from './summary/summary-answer.ts'

/** Every answer, by its `$schema`. */
export interface Answers {
  readonly [CHECK_OUTPUT_SCHEMA]: CheckOutput
  readonly [DEPS_OUTPUT_SCHEMA]: DepsOutput
  readonly [HISTORY_OUTPUT_SCHEMA]: HistoryOutput
  readonly [LOOKUP_OUTPUT_SCHEMA]: LookupOutput
  readonly [READ_OUTPUT_SCHEMA]: ReadOutput
  readonly [SUMMARY_OUTPUT_SCHEMA]: SummaryOutput
}

/** How each answer is shown and trimmed. */
export const ANSWER_KINDS: { readonly [Id in keyof Answers]: AnswerKind<Answers[Id]> } = {
  [CHECK_OUTPUT_SCHEMA]: CHECK_ANSWER,
  [DEPS_OUTPUT_SCHEMA]: DEPS_ANSWER,
  [HISTORY_OUTPUT_SCHEMA]: HISTORY_ANSWER,
  [LOOKUP_OUTPUT_SCHEMA]: LOOKUP_ANSWER,
  [READ_OUTPUT_SCHEMA]: READ_ANSWER,
  [SUMMARY_OUTPUT_SCHEMA]: SUMMARY_ANSWER,
}
