import { expect, it } from 'vitest'
import { pages } from './pages.ts'
import { quotedFile, quotedText } from './quoted-files.ts'

const quotes = pages().flatMap(({ path, blocks }) =>
  blocks.flatMap((block) => {
    const file = quotedFile(block)
    return file === undefined ? [] : [{ place: `${path}:${block.line}`, file, block }]
  }),
)

it('the pages show files', () => {
  expect(quotes.length).toBeGreaterThan(0)
})

// To update: `npm run docs:outputs`.
it.each(quotes)('$place shows $file as it is', ({ file, block }) => {
  expect(block.text).toBe(quotedText(file))
})
