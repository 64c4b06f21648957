import { expect, it } from 'vitest'
import { drawDiagrams } from './draw-diagrams.ts'

const page =
  'Before\n\n```mermaid\nflowchart LR\n  accTitle: "Notes" & answers\n  a["note"] --> b["answer"]\n```\n\nAfter\n'

it('draws a diagram as one block of HTML with a name, that asks no other host for anything', () => {
  const drawn = drawDiagrams(page)
  expect(drawn).toContain('<svg')
  expect(drawn).toContain('aria-label="&quot;Notes&quot; &amp; answers"')
  expect(drawn).not.toContain('accTitle')
  expect(drawn).not.toMatch(/@import|https?:\/\/(?!www\.w3\.org)/)
  expect(drawn.slice(drawn.indexOf('<div'), drawn.indexOf('</div>'))).not.toContain('\n\n')
  expect(drawn.startsWith('Before\n')).toBe(true)
  expect(drawn.endsWith('\nAfter\n')).toBe(true)
})

it('leaves other blocks as they are', () => {
  expect(drawDiagrams('```ts\nconst a = 1\n```\n')).toBe('```ts\nconst a = 1\n```\n')
})
