import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffLines, LineTable } from '../line-diff/index.ts'
import { mapToOlder } from './line-spans.ts'
import { extentOfChange, passOverChange } from './pass-over-change.ts'

const bytesOf = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\n'))

it('says nothing of a change that is near', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
  const extent = extentOfChange(bytesOf(lines), bytesOf(lines.with(20, 'other')))
  expect(passOverChange(extent, [{ start: 1, end: 3 }])).toBeUndefined()
})

it('carries lines as the diff does', () => {
  const change = fc.record({ at: fc.nat(999), removed: fc.nat(5), added: fc.array(fc.lorem(), { maxLength: 5 }) })
  let passed = 0
  fc.assert(
    fc.property(fc.array(change, { maxLength: 2 }), fc.nat(990), fc.boolean(), (changes, start, plain) => {
      // Half of the texts contain lines that repeat throughout the file.
      const newer = Array.from({ length: 1000 }, (_, line) => (plain || line % 3 > 0 ? `line ${line}` : '}'))
      let older = newer
      for (const { added, at, removed } of changes) older = older.toSpliced(at, removed, ...added)
      const [a, b] = [bytesOf(older), bytesOf(newer)]
      const spans = [{ start, end: start + 10 }]
      const found = passOverChange(extentOfChange(a, b), spans)
      if (found === undefined) return
      passed++
      const table = new LineTable()
      const byDiff = mapToOlder(diffLines(table.number(a), table.number(b), table), spans)
      expect({ touched: [], before: found }).toEqual(byDiff)
    }),
  )
  expect(passed).toBeGreaterThan(30)
})

it('finds where texts differ to the byte, wherever they lie in memory', () => {
  const text = fc.array(fc.constantFrom(10, 97, 98), { maxLength: 30 })
  const property = fc.property(text, text, text, text, fc.nat(3), (head, removed, added, tail, offset) => {
    const older = Uint8Array.from([...Array<number>(offset).fill(0), ...head, ...removed, ...tail]).subarray(offset)
    const newer = Uint8Array.from([...head, ...added, ...tail])
    const newlines = (bytes: Iterable<number>): number => [...bytes].filter((byte) => byte === 10).length
    let same = 0
    while (same < Math.min(older.length, newer.length) && older[same] === newer[same]) same++
    let rest = 0
    while (rest < Math.min(older.length, newer.length) - same && older.at(-1 - rest) === newer.at(-1 - rest)) rest++
    const first = newlines(newer.subarray(0, same))
    const changed = newlines(newer.subarray(same, newer.length - rest))
    const shift = newlines(older.subarray(same, older.length - rest)) - changed
    expect(extentOfChange(older, newer)).toEqual({ first, last: first + changed + 1, shift })
  })
  fc.assert(property)
})
