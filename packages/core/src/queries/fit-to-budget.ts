import { fitQuestion } from '../answer/fit-question.ts'
import type { FormatOptions } from '../contracts/formatter.ts'
import type { TokenCounter } from '../contracts/token-counter.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { answerTypeOf, type Answers } from './answer-types.ts'

/** How large an answer may be, and how it is going to be rendered. */
export interface BudgetOptions extends Pick<FormatOptions, 'verbose' | 'remedies'> {
  readonly maxTokens: number
  /** Default `markdown`. */
  readonly format?: OutputFormat
  /** Default four bytes per token. */
  readonly tokens?: TokenCounter
}

/**
 * Makes an answer fit a budget, as a query with `maxTokens` does: for a caller that takes entries out of an answer
 * before it is cut. Pure.
 */
export function fitToBudget<O extends Answers[keyof Answers]>(
  answer: O,
  { tokens = bytesPerFour(), ...question }: BudgetOptions,
): O {
  return fitQuestion(answer, answerTypeOf(answer), question, { tokens })
}
