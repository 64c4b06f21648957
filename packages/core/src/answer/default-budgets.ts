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
} from '@chronicle/schema'
import type { Answers } from '../queries/answer-types.ts'

/**
 * Tokens that a text answer takes when nobody says otherwise, by its `$schema`: about what a reader takes in before an
 * edit. A JSON document is for a program, which wants all of it.
 */
export const DEFAULT_MAX_TOKENS: { readonly [Id in keyof Answers]: number } = {
  [CHECK_OUTPUT_SCHEMA]: 4000,
  [DEPS_OUTPUT_SCHEMA]: 2000,
  [HISTORY_OUTPUT_SCHEMA]: 4000,
  [LOOKUP_OUTPUT_SCHEMA]: 4000,
  [READ_OUTPUT_SCHEMA]: 4000,
  [GREP_OUTPUT_SCHEMA]: 3000,
  [LOG_OUTPUT_SCHEMA]: 3000,
  [SHOW_OUTPUT_SCHEMA]: 4000,
  [STATUS_OUTPUT_SCHEMA]: 1500,
  [SUMMARY_OUTPUT_SCHEMA]: 3000,
}
