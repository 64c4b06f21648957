import type { AnyAnswer } from '../answer/answer-type.ts'
import { formatAnswer } from '../answer/format-answer.ts'
import type { FormatOptions } from '../contracts/formatter.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { ANSWER_KINDS, type Answers } from './answer-types.ts'

/** Renders an answer, ending in a line break. Pure and deterministic: equal answers, equal bytes. */
export function renderAnswer<O extends Answers[keyof Answers]>(
  answer: O,
  format: OutputFormat,
  options: FormatOptions = {},
): string {
  return formatAnswer<AnyAnswer>(answer, ANSWER_KINDS[answer.$schema], format, options)
}
