import type { Formatter } from '../contracts/formatter.ts'
import { jsonFormatter } from './format-json.ts'
import { markdownFormatter } from './format-markdown.ts'
import { prettyFormatter } from './format-pretty.ts'

/** The built-in formatters. */
export const FORMATTERS: { readonly [Name in 'markdown' | 'json' | 'pretty']: Formatter } = {
  markdown: markdownFormatter,
  json: jsonFormatter,
  pretty: prettyFormatter,
}
