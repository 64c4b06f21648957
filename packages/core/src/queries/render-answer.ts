import { DEPS_OUTPUT_SCHEMA, type Answer, type DepsOutput } from '@chronicle/schema'
import type { AnswerKind } from '../answer/answer-kind.ts'
import { formatAnswer } from '../answer/format-answer.ts'
import type { FormatOptions } from '../contracts/formatter.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { DEPS_ANSWER } from './deps/deps-answer.ts'

/** Every answer but that of `read`, by its `$schema`. */
export interface Answers {
  readonly [DEPS_OUTPUT_SCHEMA]: DepsOutput
}

const KINDS: { readonly [Id in keyof Answers]: AnswerKind<Answers[Id]> } = {
  [DEPS_OUTPUT_SCHEMA]: DEPS_ANSWER,
}

/** Renders an answer, ending in a line break. Pure and deterministic: equal answers, equal bytes. */
export function renderAnswer<O extends Answers[keyof Answers]>(
  answer: O,
  format: OutputFormat,
  options: FormatOptions = {},
): string {
  return formatAnswer<Answer>(answer, KINDS[answer.$schema], format, options)
}
