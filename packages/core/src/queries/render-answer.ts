import { formatAnswer } from '../answer/format-answer.ts'
import type { FormatOptions } from '../contracts/formatter.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { answerTypeOf, type Answers } from './answer-types.ts'

/** Renders an answer, ending in a line break. Pure and deterministic: equal answers give equal bytes. */
export function renderAnswer<O extends Answers[keyof Answers]>(
  answer: O,
  format: OutputFormat,
  options: FormatOptions = {},
): string {
  return formatAnswer(answer, answerTypeOf(answer), format, options)
}
