import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeSection, setSection } from './edit-section.ts'

const MARKS = { begin: '<!-- chronicle:begin -->', end: '<!-- chronicle:end -->' }
const set = (text: string, section = 'ours'): string => setSection(text, section, MARKS, 'A.md')._unsafeUnwrap()
const remove = (text: string): string | undefined => removeSection(text, MARKS, 'A.md')._unsafeUnwrap()

test('stands at the end, is brought up to date in place, and is taken out again', () => {
  expect(set('')).toBe('<!-- chronicle:begin -->\nours\n<!-- chronicle:end -->\n')
  const after = set('# Rules\r\n\r\nBe kind.\r\n')
  expect(after).toBe('# Rules\r\n\r\nBe kind.\r\n\r\n<!-- chronicle:begin -->\r\nours\r\n<!-- chronicle:end -->\r\n')
  expect(set(`${after}More.\r\n`, 'new\nlines')).toBe(
    '# Rules\r\n\r\nBe kind.\r\n\r\n<!-- chronicle:begin -->\r\nnew\r\nlines\r\n<!-- chronicle:end -->\r\nMore.\r\n',
  )
  expect(remove(`${after}More.\r\n`)).toBe('# Rules\r\n\r\nBe kind.\r\nMore.\r\n')
  expect(remove(set(''))).toBeUndefined()
  expect(remove('nothing of ours')).toBe('nothing of ours')
})

test('any text comes back to the byte', () => {
  const text = fc
    .array(fc.constantFrom('a', ' ', '\n', '\r\n', '<!--', '-->', '# b'), { minLength: 1 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (before) => {
      expect(set(set(before))).toBe(set(before))
      expect(remove(set(before))).toBe(before)
    }),
  )
})

test.each([
  'x\n<!-- chronicle:begin -->',
  '<!-- chronicle:end -->\n<!-- chronicle:begin -->',
  '<!-- chronicle:begin --><!-- chronicle:begin --><!-- chronicle:end -->',
])('%j: marks that do not pair are refused with their lines', (text) => {
  const error = setSection(text, 'ours', MARKS, '/A.md')._unsafeUnwrapErr()
  expect(error.code).toBe('config_malformed')
  expect(error.message).toMatch(/exactly once each.*see line \d/u)
  expect(removeSection(text, MARKS, '/A.md').isErr()).toBe(true)
})
