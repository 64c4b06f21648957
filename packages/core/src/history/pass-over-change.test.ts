import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffLines, LineTable } from '../line-diff/index.ts'
import { carryBack } from './line-spans.ts'
import { passOverChange } from './pass-over-change.ts'

const bytesOf = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\n'))

it('says nothing of a change that is near', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
  expect(passOverChange(bytesOf(lines), bytesOf(lines.with(20, 'other')), [{ start: 1, end: 3 }])).toBeUndefined()
})

it('carries lines as the diff does', () => {
  const change = fc.record({ at: fc.nat(999), removed: fc.nat(5), added: fc.array(fc.lorem(), { maxLength: 5 }) })
  let passed = 0
  fc.assert(
    fc.property(fc.array(change, { maxLength: 2 }), fc.nat(990), fc.boolean(), (changes, start, plain) => {
      // Half of the texts have lines that are all over the file.
      const newer = Array.from({ length: 1000 }, (_, line) => (plain || line % 3 > 0 ? `line ${line}` : '}'))
      let older = newer
      for (const { added, at, removed } of changes) older = older.toSpliced(at, removed, ...added)
      const [a, b] = [bytesOf(older), bytesOf(newer)]
      const spans = [{ start, end: start + 10 }]
      const found = passOverChange(a, b, spans)
      if (found === undefined) return
      passed++
      const table = new LineTable()
      const byDiff = carryBack(diffLines(table.number(a), table.number(b), table), spans)
      expect({ touched: [], before: found }).toEqual(byDiff)
    }),
  )
  expect(passed).toBeGreaterThan(30)
})
