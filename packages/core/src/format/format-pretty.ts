import type { ReadOutput } from '@chronicle/schema'
import { formatAnswer } from '../answer/format-answer.ts'
import type { FormatOptions, Formatter } from '../contracts/index.ts'
import { READ_ANSWER } from '../queries/read/read-answer.ts'

/**
 * Renders an output for a person at a terminal: aligned labels, text wrapped to `width` columns, and with `colour` dim
 * metadata and yellow warnings. Only headings start in the first column, recorded text never does.
 */
export function formatPretty(output: ReadOutput, options: FormatOptions = {}): string {
  return formatAnswer(output, READ_ANSWER, 'pretty', options)
}

/** The formatter for `--format pretty`. */
export const prettyFormatter: Formatter = { name: 'pretty', format: formatPretty }
