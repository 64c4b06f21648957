import type { BlobId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileText } from '../gather/file-text.ts'
import { linesAt } from './lines-at.ts'

it('gives the same lines as dividing the whole text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r', ''), { maxLength: 30 })
    .map((parts) => parts.join(''))
  const gaps = fc.array(fc.tuple(fc.nat(3), fc.nat(4)), { maxLength: 4 })
  fc.assert(
    fc.property(text, gaps, (content, steps) => {
      let line = 1
      const spans = steps.map(([gap, count]) => {
        const span = { start: line + gap, count }
        line = span.start + count
        return span
      })
      const { lines } = fileText('blob' as BlobId, new TextEncoder().encode(content)) ?? { lines: [] }
      expect(linesAt(content, spans)).toEqual(
        spans.map(({ start, count }) => lines.slice(start - 1, start - 1 + count)),
      )
    }),
  )
})
