import { expect, it } from 'vitest'
import { createPaint, type Style } from './paint.ts'

it('leaves texts as they are without colour', () => {
  expect(createPaint(false)('red', 'error:')).toBe('error:')
})

// The passed decision applies even if the process has no terminal or NO_COLOR is set.
it.each<[Style, string]>([
  ['bold', '\u001B[1mx\u001B[22m'],
  ['cyan', '\u001B[36mx\u001B[39m'],
  ['gray', '\u001B[90mx\u001B[39m'],
  ['green', '\u001B[32mx\u001B[39m'],
  ['red', '\u001B[31mx\u001B[39m'],
  ['yellow', '\u001B[33mx\u001B[39m'],
])('paints %s with the codes of terminals, and ends that style alone', (style, painted) => {
  expect(createPaint(true)(style, 'x')).toBe(painted)
})
