import { expect, it } from 'vitest'
import { diffPart } from './diff-part.ts'

const DIFF = '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -10,2 +10,3 @@ f()\n x\n+y\n z\n\\ No newline at end of file\n'

it.each([
  ['new', 2, '@@ -1,3 +1,3 @@\n a\n-b\n+B'],
  ['old', 2, '@@ -1,3 +1,3 @@\n a\n-b'],
  ['new', 11, '@@ -10,2 +10,3 @@ f()\n x\n+y'],
  ['old', 11, '@@ -10,2 +10,3 @@ f()\n x\n+y\n z'],
] as const)('shows line %2$d of the %1$s side', (side, line, part) => {
  expect(diffPart(DIFF, side, line)).toBe(part)
})

it('does not show what is not in the diff', () => {
  expect(diffPart(DIFF, 'new', 7)).toBeUndefined()
  expect(diffPart('', 'new', 1)).toBeUndefined()
})
