import type { Formatter } from '../contracts/index.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { jsonFormatter } from './format-json.ts'
import { markdownFormatter } from './format-markdown.ts'
import { prettyFormatter } from './format-pretty.ts'

const formatters: Readonly<Record<OutputFormat, Formatter>> = {
  markdown: markdownFormatter,
  json: jsonFormatter,
  pretty: prettyFormatter,
}

/** The built-in formatter of a format. */
export function formatterFor(format: OutputFormat): Formatter {
  return formatters[format]
}
