import { renderMermaidSVG } from 'beautiful-mermaid'

/** Diagrams use the page's colours, so they follow its light and dark mode. */
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

/** Mermaid's accessible title of a diagram. */
const TITLE = /^\s*accTitle:\s*(.+)\n/gm
const FENCE = /^```mermaid\n([^]*?)^```$/gm

/** Replaces each fenced Mermaid block with a drawing. Git hosts draw the source themselves. */
export function drawDiagrams(markdown: string): string {
  return markdown.replaceAll(FENCE, (_, source: string) => {
    const svg = renderMermaidSVG(source.replaceAll(TITLE, ''), COLOURS)
      // The site makes no requests to other hosts.
      .replaceAll(/@import url\([^)]*\);?/g, '')
      // A blank line would end the HTML block.
      .replaceAll(/\n\s*/g, '\n')
    return `<div class="diagram" role="img" tabindex="0" aria-label="${describe(source)}">${svg}</div>`
  })
}

/** Returns the accessible label of a diagram: its `accTitle`, or the labels in it. */
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
