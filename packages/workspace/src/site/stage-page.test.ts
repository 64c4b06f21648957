import { expect, it } from 'vitest'
import { stagePage } from './stage-page.ts'

const page = { path: 'docs/guide.md', section: 'Guides' }

it('puts title and section in front of a page of its own', () => {
  const staged = stagePage({ ...page, text: '# The "guide"\n\nText.\n' }, () => undefined)
  expect(staged).toBe('---\ntitle: "The \\"guide\\""\ngroup: Guides\n---\n# The "guide"\n\nText.\n')
})

it('leads links to what the site has, from where the page is, and drops the others with their words kept', () => {
  const known = new Map([
    ['docs/errors.md', 'docs/errors.md'],
    ['packages/core', '../packages/core/src/index.ts'],
  ])
  const text = '# T\n\n[a](errors.md#x), [`b`](../packages/core), [c](../src/d.ts), [e](#f), [g](https://example.com)\n'
  const staged = stagePage({ path: page.path, text }, (path) => known.get(path))
  expect(staged).toBe(
    '\n[a](../docs/errors.md#x), [`b`](../../packages/core/src/index.ts), c, [e](#f), [g](https://example.com)\n',
  )
})

it('leaves what stands in a block of code alone', () => {
  const text = '# T\n\n```md\n[c](../src/d.ts)\n```\n'
  expect(stagePage({ path: page.path, text }, () => undefined)).toBe('\n```md\n[c](../src/d.ts)\n```\n')
})

it('refuses a page without a title', () => {
  expect(() => stagePage({ ...page, text: 'Text.\n' }, () => undefined)).toThrow("A page begins with '# '")
})
