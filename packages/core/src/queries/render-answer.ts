import { formatAnswer } from '../answer/format-answer.ts'
import type { FormatOptions } from '../contracts/formatter.ts'
import { OUTPUT_FORMATS, type OutputFormat } from '../read/read-query.ts'
import { answerTypeOf, DEFAULT_MAX_TOKENS, type Answers } from './answer-types.ts'

/**
 * Renders an answer, ending in a line break. Pure and deterministic: equal answers give equal bytes. Throws a
 * `TypeError` for an unknown format and for a value that is not an answer, such as the result of a query that was not
 * unwrapped. Type-checked programs cannot pass either.
 */
export function renderAnswer<O extends Answers[keyof Answers]>(
  answer: O,
  format: OutputFormat,
  options: FormatOptions = {},
): string {
  // The value is usually the result of a failed or pending query, so the message says what to pass.
  if (!isAnswer(answer)) {
    const schemas = Object.keys(DEFAULT_MAX_TOKENS).join(', ')
    // eslint-disable-next-line no-restricted-syntax -- pure, and its result is a text
    throw new TypeError(`renderAnswer: this is no answer. Give the value of a query that succeeded: one of ${schemas}.`)
  }
  if (!OUTPUT_FORMATS.includes(format)) {
    // eslint-disable-next-line no-restricted-syntax -- pure, and its result is a text
    throw new TypeError(`renderAnswer: there is no format ${JSON.stringify(format)}. Give markdown, json or pretty.`)
  }
  return formatAnswer(answer, answerTypeOf(answer), format, options)
}

function isAnswer(value: unknown): boolean {
  const { $schema } = (value ?? {}) as { readonly $schema?: unknown }
  return typeof $schema === 'string' && Object.hasOwn(DEFAULT_MAX_TOKENS, $schema)
}
