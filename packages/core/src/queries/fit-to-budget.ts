import { fitQuestion } from '../answer/fit-question.ts'
import type { FormatOptions } from '../contracts/formatter.ts'
import type { TokenCounter } from '../contracts/token-counter.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { answerTypeOf, type Answers } from './answer-types.ts'

/** The maximum size of an answer, and how it will be rendered. */
export interface BudgetOptions extends Pick<FormatOptions, 'verbose' | 'remedies'> {
  readonly maxTokens: number
  /** Default: `markdown`. */
  readonly format?: OutputFormat | undefined
  /** Default: four bytes per token. */
  readonly tokens?: TokenCounter | undefined
}

/**
 * Trims an answer to a budget, as a query with `maxTokens` does. For a caller that removes entries from an answer
 * before trimming it. Pure.
 */
export function fitToBudget<O extends Answers[keyof Answers]>(
  answer: O,
  { tokens = bytesPerFour(), ...question }: BudgetOptions,
): O {
  return fitQuestion(answer, answerTypeOf(answer), question, { tokens })
}
