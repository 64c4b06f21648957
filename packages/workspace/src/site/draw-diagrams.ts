import { renderMermaidSVG } from 'beautiful-mermaid'

/** Colours of the diagrams are those of the page, so they follow its light and dark mode. */
const COLOURS = {
  bg: 'var(--color-background)',
  fg: 'var(--color-text)',
  accent: 'var(--color-link)',
  line: 'var(--color-text-aside)',
  muted: 'var(--color-text-aside)',
  surface: 'var(--color-background-secondary)',
  border: 'var(--color-accent)',
  transparent: true,
} as const

/** What Mermaid calls a diagram for those who do not see it. */
const TITLE = /^\s*accTitle:\s*(.+)\n/gm
const FENCE = /^```mermaid\n([^]*?)^```$/gm

/** Puts a drawing in the place of each fenced block of Mermaid. Its source is what a git host draws by itself. */
export function drawDiagrams(markdown: string): string {
  return markdown.replaceAll(FENCE, (_, source: string) => {
    const svg = renderMermaidSVG(source.replaceAll(TITLE, ''), COLOURS)
      // The site asks no other host for anything.
      .replaceAll(/@import url\([^)]*\);?/g, '')
      // A blank line would end the block of HTML.
      .replaceAll(/\n\s*/g, '\n')
    return `<div class="diagram" role="img" tabindex="0" aria-label="${describe(source)}">${svg}</div>`
  })
}

/** What a diagram is called where it is not seen: its `accTitle`, or the labels in it. */
function describe(source: string): string {
  const title = [...source.matchAll(TITLE)][0]?.[1]
  const labels = [...source.matchAll(/[[({|]+"?([^"[\](){}|]+)"?[\])}|]+/g)].map(([, label]) => label?.trim())
  const words = title ?? `Diagram: ${[...new Set(labels)].join(', ')}`
  return words
    .replaceAll(/<br\s*\/?>/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
}
