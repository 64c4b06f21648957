import type { ContextPackage } from '@chronicle/schema'
import { DEFAULT_TEMPLATE, renderMarkdown, renderPrompt, type ContextRemedies } from './render-context.ts'

/** Output format of a package. */
export type RenderFormat = 'markdown' | 'prompt' | 'json'

/** Options of `renderPackage`. */
export interface RenderOptions {
  /** Template of a prompt, with the placeholders `{task}`, `{context}`, `{types}` and `{tests}`. */
  readonly template?: string | undefined
  /** Whether the hints of markdown name commands of the command line (default) or tools of the MCP server. */
  readonly remedies?: ContextRemedies | undefined
}

/** Renders a package. */
export function renderPackage(
  pack: ContextPackage,
  format: RenderFormat,
  { remedies = 'command', template = DEFAULT_TEMPLATE }: RenderOptions = {},
): string {
  if (format === 'json') return `${JSON.stringify(pack, null, 2)}\n`
  const content = { ...pack, shownTask: pack.shown_task }
  return format === 'prompt' ? renderPrompt(content, template) : renderMarkdown(content, remedies)
}
