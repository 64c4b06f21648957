import type { ContextPackage } from '@chronicle/schema'
import { DEFAULT_TEMPLATE, renderMarkdown, renderPrompt } from './render-context.ts'

/** Output format of a package. */
export type RenderFormat = 'markdown' | 'prompt' | 'json'

/**
 * Renders a package. `template`: template of a prompt, with the placeholders `{task}`, `{context}`, `{types}` and
 * `{tests}`.
 */
export function renderPackage(
  pack: ContextPackage,
  format: RenderFormat,
  { template = DEFAULT_TEMPLATE }: { readonly template?: string } = {},
): string {
  if (format === 'json') return `${JSON.stringify(pack, null, 2)}\n`
  const content = { ...pack, shownTask: pack.shown_task }
  return format === 'prompt' ? renderPrompt(content, template) : renderMarkdown(content)
}
