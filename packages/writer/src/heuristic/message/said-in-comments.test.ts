import { expect, test } from 'vitest'
import { commitContext, type TestFile } from '../../../test/commit-context.ts'
import { isSaidInComments } from './said-in-comments.ts'

const ARGUMENT =
  'Files of the kernel say that they are empty, with a size of zero bytes, although they have content. ' +
  'A memory map of an empty file is an error, so fall back to standard read calls.'
const COMMENT =
  '// This may not be empty! Files of the kernel report a size of zero bytes, but have content.\n' +
  '// A memory map of them is an error, therefore we fall back to read calls.\n'

const isInComments = (files: Readonly<Record<string, TestFile>>): boolean =>
  isSaidInComments(ARGUMENT, commitContext({ message: 'Read empty files', files }))

test('a comment that the commit wrote gives the reason in words of its own', () => {
  expect(isInComments({ 'src/a.ts': { before: 'a()\n', after: `${COMMENT}a()\n` } })).toBe(true)
})

test.each<[string, Readonly<Record<string, TestFile>>]>([
  ['stood there before', { 'src/a.ts': { before: `${COMMENT}a()\n`, after: `${COMMENT}b()\n` } }],
  ['says one thing of it', { 'src/a.ts': { before: 'a()\n', after: '// Empty files have a size of zero.\na()\n' } }],
  [
    'stands in a test',
    {
      'src/a.ts': { before: 'a()\n', after: 'b()\n' },
      'test/a.test.ts': { before: 'a()\n', after: `${COMMENT}a()\n` },
    },
  ],
  ['is prose', { 'README.md': { before: 'a\n', after: COMMENT } }],
])('not where the comment %s', (_, files) => {
  expect(isInComments(files)).toBe(false)
})

test('a few words stand in any comment', () => {
  const files = { 'src/a.ts': { before: 'a()\n', after: `${COMMENT}a()\n` } }
  expect(isSaidInComments('Files may be empty.', commitContext({ message: 'Read', files }))).toBe(false)
})
