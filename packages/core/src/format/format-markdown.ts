import type { ReadOutput } from '@chronicle/schema'
import { formatAnswer } from '../answer/format-answer.ts'
import type { FormatOptions, Formatter } from '../contracts/index.ts'
import { READ_ANSWER } from '../queries/read/read-answer.ts'

/**
 * Renders an output as Markdown for a model.
 *
 * Recorded text is data: control, bidi and invisible characters are made visible, and no line of it can begin with one
 * of the markers used here (`## `, `**Label:**`, `- `), because every line but the first of a text is indented. Empty
 * fields are omitted; with `verbose` they are shown as `none`, together with the scores.
 */
export function formatMarkdown(output: ReadOutput, options: FormatOptions = {}): string {
  return formatAnswer(output, READ_ANSWER, 'markdown', options)
}

/** The formatter for `--format markdown`, the default. */
export const markdownFormatter: Formatter = { name: 'markdown', format: formatMarkdown }
