import { expect, it } from 'vitest'
import { reachableTables, withoutLinksInSummaries } from './site-theme.ts'

it('takes permalinks out of summaries, and leaves those of other headings', () => {
  const link = '<a href="#x" aria-label="Permalink" class="tsd-anchor-icon"><svg></svg></a>'
  const html = `<h2 id="a">A${link}</h2><summary class="s"><h2 id="x">X${link}</h2></summary>`
  expect(withoutLinksInSummaries(html)).toBe(`<h2 id="a">A${link}</h2><summary class="s"><h2 id="x">X</h2></summary>`)
})

it('wraps each table of a page, and none of another make', () => {
  const wrapped = reachableTables('<table><tr></tr></table><p></p><table class="x"></table><table></table>')
  const open = '<div class="wide" role="group" aria-label="Table" tabindex="0">'
  expect(wrapped).toBe(
    `${open}<table><tr></tr></table></div><p></p><table class="x"></table>${open}<table></table></div>`,
  )
})
